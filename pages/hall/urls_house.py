app_name = "house"
urlpatterns = []
