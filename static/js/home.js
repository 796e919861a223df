// A public page is the same for everybody. This shows the links that belong to this browser's badge: the event's own
// pages put its kind in a cookie (accounts/access.py), and css/base.css hides the links of others.
//
//   <html data-home="team">      the kind of badge, whose page comes first in the navigation
//   <li data-only="team">        a link for that kind of badge, for any "badge", or for a "stranger"
//
// A classic script in the head, because it must run before the page is painted.

(() => {
  const show = () => {
    const home = document.cookie.match(/(?:^|; )home=(organizer|desk|referee|team|tablet)(?:;|$)/)?.[1];
    if (home) document.documentElement.dataset.home = home;
    else delete document.documentElement.dataset.home; // A page cached for offline use may have it.
  };

  show();
  addEventListener("pageshow", show);
})();
