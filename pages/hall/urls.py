app_name = "hall"
urlpatterns = []
