"""An organizer with an account, who may open events."""

import pytest
from django.contrib.auth import get_user_model


@pytest.fixture
def ann(client):
    client.force_login(get_user_model().objects.create_user("ann", is_staff=True))
    return client
