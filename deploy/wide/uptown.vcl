vcl 4.1;

# Varnish, which caches public pages and static files: goes to /etc/varnish/uptown.vcl. Replace the address by
# that of HAProxy's frontend "inside".
#
# Uptown marks each page that is the same for everybody with "Surrogate-Control: max-age=1". Such a page has every
# action that was committed before it was fetched, and is cached for a second. Static files whose URLs have a hash
# are cached, too, and nothing else is. Cached pages don't depend on cookies, so requests with cookies get them.

import std;

backend web {
    .host = "10.0.0.10";
    .port = "8080";
    .connect_timeout = 2s;
    .first_byte_timeout = 60s;
    .probe = { .url = "/healthz"; .interval = 1s; .timeout = 2s; .window = 2; .threshold = 1; .initial = 1; }
}

sub vcl_recv {
    if (req.url == "/varnish-lives") {
        return (synth(200));
    }
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # A client that asks for the newest version gets it.
    if (req.http.Cache-Control ~ "no-cache") {
        return (pass);
    }
    set req.url = std.querysort(req.url);
    # A stale page is served only while no web process answers.
    if (std.healthy(req.backend_hint)) {
        set req.grace = 0s;
    }
    return (hash);
}

sub vcl_hash {
    hash_data(req.http.X-Forwarded-Proto);
}

sub vcl_backend_fetch {
    # The web process then responds with the newest page, not with a cached one that is up to a second old.
    set bereq.http.Cache-Control = "no-cache";
}

sub vcl_backend_response {
    if (beresp.status == 200 && !beresp.http.Set-Cookie && beresp.http.Surrogate-Control) {
        set beresp.ttl = 1s;
        set beresp.keep = 10s;
        set beresp.grace = 1h;
    } elsif (beresp.status == 200 && !beresp.http.Set-Cookie && beresp.http.Cache-Control ~ "immutable") {
        set beresp.grace = 1h;
    } else {
        # So later requests for this address don't wait for earlier ones.
        set beresp.uncacheable = true;
        set beresp.ttl = 1h;
    }
    unset beresp.http.Surrogate-Control;
    return (deliver);
}

sub vcl_deliver {
    # The id of this request, not that of the request for which the page was fetched.
    set resp.http.X-Request-ID = req.http.X-Request-ID;
    unset resp.http.X-Varnish;
    unset resp.http.Via;
}
