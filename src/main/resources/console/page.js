// What all views share. Whatever comes from outside becomes a text node, never markup.

/** An element with properties and children; children that are texts stay texts. */
export function el(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith('on')) {
      element.addEventListener(key.slice(2), value);
    } else if (value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? '' : value);
    }
  }
  element.append(...children.flat().filter(child => child !== undefined && child !== ''));
  return element;
}

const api = new URL('../api/', document.baseURI);

/** The answer of the API; a refusal is thrown with the reason that it gives. */
export async function call(path, action) {
  const response = await fetch(new URL(path, api), action === undefined ? {} : {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify(action),
  });
  if (response.ok) {
    return response;
  }
  const problem = await response.json().catch(() => ({}));
  throw new Error(`${problem.title ?? 'Refused'} (${response.status}): ${problem.detail ?? 'the server gave no reason'}`);
}

export const json = async (path, action) => (await call(path, action)).json();

function tell(id, text) {
  const place = document.getElementById(id);
  place.textContent = text;
  place.hidden = text === '';
}

export const problem = text => tell('problem', text);
export const notice = text => tell('notice', text);

/** Runs what a person asked for; a failure is told where it is seen. */
export async function attempt(deed) {
  problem('');
  notice('');
  try {
    await deed();
  } catch (failure) {
    problem(failure.message);
  }
}

export const time = instant => instant === undefined ? '–'
  : el('time', {datetime: instant, title: instant}, new Date(instant).toLocaleString());

export const state = word => el('span', {class: `state ${/^[a-z]+$/.test(word) ? word : ''}`}, word);

/** A table that becomes a list of cards on a narrow screen. */
export function table(caption, heads, rows) {
  return el('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption}, el('table', {},
    el('thead', {}, el('tr', {}, heads.map(head => el('th', {scope: 'col'}, head)))),
    el('tbody', {}, rows.map(row => el('tr', {}, row.map((cell, at) =>
      el('td', {'data-label': heads[at]}, cell ?? '–')))))));
}

export function link(query, text) {
  return el('a', {href: '?' + new URLSearchParams(query)}, text);
}

export function span(seconds) {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86400)} d`;
}

let numbered = 0;

/** A reason and the buttons of what may be done for it; each is [text, deed(reason), isStrong, isOff]. */
export function deeds(label, buttons, fields = []) {
  const id = `reason-${++numbered}`;
  const reason = el('input', {id, maxlength: '500', autocomplete: 'off'});
  return el('div', {class: 'row'}, fields, el('label', {for: id}, label, reason),
    buttons.map(([text, deed, strong, off]) => el('button', {type: 'button', class: strong ? 'strong' : '', disabled: off === true,
      onclick: () => attempt(() => deed(reason.value))}, text)));
}

/** A labelled text field for {@link deeds}. */
export function text(label, properties = {}) {
  const id = `text-${++numbered}`;
  const input = el('input', {id, autocomplete: 'off', ...properties});
  return [el('label', {for: id}, label, input), input];
}

export const paused = pause => pause === undefined ? ''
  : el('p', {class: 'paused'}, el('strong', {}, 'Paused'), ' since ', time(pause.at), ` by ${pause.by}: ${pause.reason}`);
