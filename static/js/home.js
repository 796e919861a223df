// A public page is the same for everybody. What kind of badge this browser wears at the event, if any, the event's own
// pages told it (accounts/access.py): the root element says it before the page is shown, and css/base.css shows the links
// that are for it.
//
//   <html data-home="team">      whose page stands first in the navigation
//   <li data-only="team">        for whom a link is: that kind of badge, any "badge", a "stranger"
"use strict";

(() => {
  const show = () => {
    const home = document.cookie.match(/(?:^|; )home=(organizer|desk|referee|team)(?:;|$)/)?.[1];
    if (home) document.documentElement.dataset.home = home;
    else delete document.documentElement.dataset.home; // A copy that was kept on this phone may have had it.
  };

  show();
  addEventListener("pageshow", show);
})();
