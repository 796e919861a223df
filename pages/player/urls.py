app_name = "player"
urlpatterns = []
