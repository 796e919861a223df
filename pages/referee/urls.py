app_name = "referee"
urlpatterns = []
