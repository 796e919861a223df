"""The views around the API's calls: they load the event, and cache public calls like public pages."""

import re
from functools import cache
from hashlib import blake2b
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern, path
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from django.views.defaults import server_error

from accounts.access import SHOWS_ONLY, Request, View, anybody, cached, everyone, marked
from pages.api.calls import ROOT, api, not_found
from pages.api.event import problems
from pages.api.event.reads import CursorForm


def open_to_all(view: View) -> View:
    """Let the scripts of all websites read a public call (CORS). It shows the same to everybody."""

    def shown(request: Request, **address: Any) -> HttpResponse:
        response = view(request, **address)
        assert isinstance(response, HttpResponse)
        if request.method in SHOWS_ONLY and "Authorization" not in request.headers:
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = "ETag"
        return response

    return shown


@anybody
@never_cache
@open_to_all
@require_safe
def openapi(request: Request) -> HttpResponse:
    """The OpenAPI file: all that one needs to write a client."""
    return JsonResponse(schema(), json_dumps_params={"ensure_ascii": False, "indent": 1})


@anybody
def nothing(request: Request, rest: str) -> HttpResponse:
    return not_found(request, Http404(f"There is no such call. {ROOT}openapi.json has them all."))


def failed(request: HttpRequest) -> HttpResponse:
    """The response to an error of ours: a problem for the API's calls, a page for everybody else."""
    return problems.failed(request) if request.path.startswith(ROOT) else server_error(request)


@cache
def schema() -> Any:
    return api.get_openapi_schema()


def addresses() -> list[URLPattern]:
    """The URL patterns of the calls, each with its access. Calls that share a URL share a view."""
    found = {str(each.pattern): each for each in reversed(api.urls[0]) if isinstance(each, URLPattern)}
    del found[""]  # Ninja's own page.
    return [
        path(f"{ROOT[1:]}{route}", _reached(each), name=each.name) for route, each in reversed(found.items())
    ]


def _reached(pattern: URLPattern) -> View:
    """Make the view of a URL's calls. Public ones are cached; the others check the token themselves."""
    route = str(pattern.pattern)
    calls = schema()["paths"][ROOT + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)]
    is_public = "security" not in calls.get("get", {"security": ()})

    if "<slug:slug>" not in route:
        outside = anybody(never_cache(open_to_all(pattern.callback) if is_public else pattern.callback))
        return csrf_exempt(marked(outside, "anybody" if is_public else "token"))

    def view(request: Request, **address: Any) -> HttpResponse:
        response: HttpResponse = pattern.callback(request, slug=request.event.slug, **address)
        if request.method in SHOWS_ONLY and response.status_code == 200:
            digest = blake2b(response.content, digest_size=6).hexdigest()
            response["ETag"] = f'W/"v{request.event.version}-{digest}"'
        return response

    found = everyone(cached(CursorForm, is_strict=True)(open_to_all(view)) if is_public else view)

    def in_words(request: Request, **address: Any) -> HttpResponse:
        try:
            response = found(request, **address)
        except Http404 as nothing:
            response = not_found(request, nothing)
            if is_public:
                response["Access-Control-Allow-Origin"] = "*"
        assert isinstance(response, HttpResponse)
        return response

    in_words.__dict__.update(found.__dict__)
    return csrf_exempt(marked(in_words, "everyone" if is_public else "token"))
