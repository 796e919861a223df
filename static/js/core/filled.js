// What is filled in and not sent yet stays when its form is swapped, unless the form is about something else now: its
// hidden fields, except its ids, say what it is about.

const IDS = ["csrfmiddlewaretoken", "hand_id", "key"];
let filled = [];

const isTap = ({ type }) => ["radio", "checkbox"].includes(type);
const fieldsOf = (form) => [...form.elements].filter(({ name, type }) => name && !["hidden", "submit"].includes(type));

function isChanged(field) {
  if (isTap(field)) return field.checked !== field.defaultChecked;
  if (!field.options) return field.value !== field.defaultValue;
  const usual = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(0, usual);
}

function aboutOf(form) {
  const hidden = [...form.elements].filter(({ name, type }) => type === "hidden" && !IDS.includes(name));
  return JSON.stringify([form.getAttribute("action"), ...hidden.map(({ name, value }) => [name, value])]);
}

/** Remember what the forms in `target` have, except the form that was `sent`. */
export function rememberFilled(target, sent) {
  const forms = [...target.querySelectorAll("form")].filter((form) => form !== sent && fieldsOf(form).some(isChanged));
  filled = forms.map((form) => ({
    about: aboutOf(form),
    fields: fieldsOf(form).map(({ name, value, checked }) => ({ name, value, checked })),
  }));
}

function fill(form, fields) {
  for (const field of fieldsOf(form)) {
    const before = fields.find(({ name, value }) => name === field.name && (!isTap(field) || value === field.value));
    if (before && isTap(field)) field.checked = before.checked;
    else if (before) field.value = before.value;
  }
  form.querySelector(".hand-entry")?.dispatchEvent(new Event("change")); // Its preview is about the taps.
}

/** Fill in again what was remembered before the swap. */
export function fillAgain() {
  const forms = filled.length ? [...document.forms] : [];
  for (const { about, fields } of filled) {
    const form = forms.find((each) => aboutOf(each) === about);
    if (form) fill(form, fields);
  }
  filled = [];
}
