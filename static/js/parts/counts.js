// The button of a counter beside the score (loners, sets) adds one with each tap.
//
//   <input id="counter-loners_ns">
//   <button type="button" data-one-more="counter-loners_ns">     one more, up to the field's longest number

function countUp({ target }) {
  const button = target.closest?.("[data-one-more]");
  const field = button?.form.elements[button.dataset.oneMore];
  if (!field) return;
  field.value = Math.min((Number.parseInt(field.value, 10) || 0) + 1, 10 ** field.maxLength - 1);
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

export function startCounting() {
  document.addEventListener("click", countUp);
}
