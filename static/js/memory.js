// What this browser remembers of its own accord: a clock, a switch, a team. Where storage is closed to the page, it
// holds until the page is left.
//
//   memory.keep(name, value)      as JSON
//   memory.of(name)               null if nothing is remembered
"use strict";

const memory = (() => {
  const here = new Map();

  const keep = (name, value) => {
    here.set(name, value);
    try {
      localStorage.setItem(name, JSON.stringify(value));
    } catch {
      // It is told, chosen or heard again with the next page.
    }
  };

  const of = (name) => {
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return here.get(name) ?? null;
    }
  };

  return { keep, of };
})();
