// Which view the URL asks for, and keeping it fresh.
import * as views from './views.js';
import {notice, problem} from './page.js';

const LIVE = ['overview', 'sources'];
const EVERY = 5000;
const main = document.getElementById('main');
let shown = 0;

const asked = () => new URLSearchParams(location.search);
const name = () => ['overview', 'events', 'event', 'sources', 'audit'].find(it => it === asked().get('view')) ?? 'overview';

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
setInterval(async () => {
  const quiet = !main.contains(document.activeElement) || document.activeElement === main;
  if (!document.hidden && quiet && LIVE.includes(name()) && await show()) problem('');
}, EVERY);
show();
