app_name = "organizer"
urlpatterns = []
