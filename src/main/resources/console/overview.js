import {call, el, json, link, span, table, time} from './page.js';

const KEPT = 120;

/** What was seen at each look since the page was opened. */
const history = [];

function series(text, name) {
  return text.split('\n').filter(line => line.startsWith(name + '{')).map(line => ({
    labels: Object.fromEntries([...line.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
    value: Number(line.slice(line.lastIndexOf(' '))),
  }));
}

const sum = (all, key, word) => all.filter(it => it.labels[key] === word).reduce((total, it) => total + it.value, 0);

function chart(name, shown, values) {
  const most = Math.max(1, ...values);
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
  drawing.setAttribute('viewBox', '0 0 100 36');
  drawing.setAttribute('preserveAspectRatio', 'none');
  drawing.setAttribute('aria-hidden', 'true');
  const drawn = values.length === 1 ? [values[0], values[0]] : values;
  line.setAttribute('points', drawn.map((value, at) => `${100 * at / Math.max(1, drawn.length - 1)},${34 - 32 * value / most}`).join(' '));
  drawing.append(line);
  return el('div', {class: 'card'}, el('b', {}, shown), el('span', {}, name), drawing);
}

function rates(word) {
  return history.slice(1).map((now, at) => 60000 * Math.max(0, now[word] - history[at][word]) / Math.max(1, now.at - history[at].at));
}

const gauge = (name, word, shown = String) => chart(name, shown(history.at(-1)[word]), history.map(it => it[word]));
const rate = (name, word) => chart(name, String(Math.round(rates(word).at(-1) ?? 0)), rates(word));

export async function overview() {
  const [{sources}, {routes}, {actions}, text] = await Promise.all([
    json('sources'), json('routes'), json('actions'), call('metrics').then(answer => answer.text())]);
  const receipts = series(text, 'inbox_receipts_total');
  const jobs = word => sources.reduce((total, source) => total + (source.jobs[word] ?? 0), 0);
  history.push({
    at: Date.now(), accepted: sum(receipts, 'result', 'accepted'), duplicate: sum(receipts, 'result', 'duplicate'),
    oldest: Math.max(0, ...sources.map(source => source.oldestPendingSeconds)),
    pending: jobs('pending'), running: jobs('running'), failed: jobs('failed'),
  });
  history.splice(0, Math.max(0, history.length - KEPT));
  const pauses = [...sources, ...routes].filter(it => it.paused).map(it => it.name);
  return [
    el('h1', {}, 'Overview'),
    actions.length === 0 ? '' : el('p', {class: 'paused'}, link({view: 'decisions'}, `Decisions needed: ${actions.length}`)),
    pauses.length === 0 ? '' : el('p', {class: 'paused'}, `Paused: ${pauses.join(', ')}.`),
    el('div', {class: 'cards'}, gauge('oldest that is due', 'oldest', span), gauge('pending', 'pending'),
      gauge('running', 'running'), gauge('failed', 'failed'),
      rate('accepted a minute, this node', 'accepted'), rate('duplicates a minute, this node', 'duplicate')),
    el('h2', {}, 'By source'),
    table('Jobs by source', ['Source', 'Oldest due', 'Pending', 'Running', 'Failed', 'Done', 'Refused', 'Last delivery'],
      sources.map(source => [
        link({view: 'events', source: source.name}, source.name), span(source.oldestPendingSeconds),
        String(source.jobs.pending ?? 0), String(source.jobs.running ?? 0),
        link({view: 'events', source: source.name, state: 'failed'}, String(source.jobs.failed ?? 0)),
        String(source.jobs.done ?? 0), String(Object.values(source.rejects).reduce((one, other) => one + other, 0)),
        time(source.lastDeliveryAt)])),
    el('h2', {}, 'By route, and calls of this node'),
    routes.length === 0 ? el('p', {class: 'faint'}, 'No route and no handler.') : table('Calls by route',
      ['Route', 'Pending', 'Running', 'Failed', 'Calls done', 'Calls failed', 'Given up', 'Paused'], routes.map(route => {
        const calls = series(text, 'inbox_attempts_total').filter(it => it.labels.route === route.name);
        return [link({view: 'routes'}, route.name), ...['pending', 'running', 'failed'].map(word => String(route.jobs[word] ?? 0)), String(sum(calls, 'outcome', 'done')), String(sum(calls, 'outcome', 'retry')),
          String(sum(calls, 'outcome', 'gave-up')), route.paused ? 'yes' : 'no'];
      })),
  ];
}
