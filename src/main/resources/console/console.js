// Which view the URL asks for, and keeping it fresh.
import * as views from './views.js';
import {notice, problem} from './page.js';

const VIEWS = ['overview', 'events', 'event', 'decisions', 'sources', 'routes', 'audit'];
const LIVE = VIEWS.filter(it => it !== 'audit');
const EVERY = 5000;
const main = document.getElementById('main');
let shown = 0;
let lost = false;

const asked = () => new URLSearchParams(location.search);
const name = () => VIEWS.find(it => it === asked().get('view')) ?? 'overview';

async function show() {
  const turn = ++shown;
  for (const anchor of document.querySelectorAll('nav a')) {
    const current = new URL(anchor.href).searchParams.get('view') === name().replace(/^event$/, 'events');
    current ? anchor.setAttribute('aria-current', 'page') : anchor.removeAttribute('aria-current');
  }
  try {
    const content = await views[name()](asked(), go);
    if (turn === shown) {
      main.replaceChildren(...content.filter(part => part !== ''));
      document.title = `${main.querySelector('h1').textContent} – Webhook Inbox`;
    }
    return true;
  } catch (failure) {
    if (turn === shown) problem(failure.message);
    lost = true;
    return false;
  }
}

async function go(query) {
  if (query !== location.search) history.pushState(null, '', query);
  problem('');
  notice('');
  await show();
  main.focus({preventScroll: true});
}

document.addEventListener('click', event => {
  const anchor = event.target.closest('a[href^="?"]');
  if (anchor && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    go(anchor.getAttribute('href'));
  }
});
addEventListener('popstate', show);
// Nothing is taken from under somebody's hands: what is typed, opened or focused stays.
const quiet = () => (!main.contains(document.activeElement) || document.activeElement === main)
  && !main.querySelector('pre') && ![...main.querySelectorAll('input')].some(it => it.value !== it.defaultValue);
setInterval(async () => {
  if (document.hidden || !quiet() || asked().has('cursor') || !LIVE.includes(name())) return;
  const before = lost;
  if (await show() && before) {
    lost = false;
    problem('');
  }
}, EVERY);
show();
