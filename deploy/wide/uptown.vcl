vcl 4.1;

# Varnish, which holds public pages and static files: goes to /etc/varnish/uptown.vcl. Replace the address, which
# is the one that HAProxy has inside.
#
# Uptown says of each page that is the same for everybody: "Surrogate-Control: max-age=1". Such a page has every
# action that was committed before it was fetched, and is kept for a second. Nothing else is kept, but for static
# files, whose addresses have their contents' hash. A page needs no cookie, so it is given to those who have one.

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
    # Who asks for the newest gets it.
    if (req.http.Cache-Control ~ "no-cache") {
        return (pass);
    }
    set req.url = std.querysort(req.url);
    # A page of before is given only while no web process answers.
    if (std.healthy(req.backend_hint)) {
        set req.grace = 0s;
    }
    return (hash);
}

sub vcl_hash {
    hash_data(req.http.X-Forwarded-Proto);
}

sub vcl_backend_fetch {
    # From the page cache of a web process: with every action so far, not with those of a second ago.
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
        # Whoever asks for this address next doesn't wait for who asked before.
        set beresp.uncacheable = true;
        set beresp.ttl = 1h;
    }
    unset beresp.http.Surrogate-Control;
    return (deliver);
}

sub vcl_deliver {
    # The id is that of this request, not of the one for which the page was fetched.
    set resp.http.X-Request-ID = req.http.X-Request-ID;
    unset resp.http.X-Varnish;
    unset resp.http.Via;
}
