from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "0038_rechain_the_log")]

    operations = [migrations.RemoveField("logentry", "words")]
