import {attempt, call, el, json, link, notice, span, state, table, time} from './page.js';

const FILTERS = ['source', 'account', 'type', 'state', 'outcome', 'id', 'error', 'from', 'to'];
const HINTS = {type: 'exact, or prefix*', id: 'begins with', error: 'contains', from: '2027-01-31T00:00:00Z', to: '2027-01-31T00:00:00Z'};

/** Of this node, since the page was opened: accepted and duplicates at each look. */
const history = [];

function counted(text, result) {
  return text.split('\n').filter(line => line.startsWith('inbox_receipts_total') && line.includes(`result="${result}"`))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

function chart(name, pick) {
  const rates = history.slice(1).map((now, at) =>
    60000 * (pick(now) - pick(history[at])) / Math.max(1, now.at - history[at].at));
  const most = Math.max(1, ...rates);
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
  drawing.setAttribute('viewBox', '0 0 100 36');
  drawing.setAttribute('preserveAspectRatio', 'none');
  drawing.setAttribute('aria-hidden', 'true');
  line.setAttribute('points', rates.map((rate, at) =>
    `${100 * at / Math.max(1, rates.length - 1)},${34 - 32 * rate / most}`).join(' '));
  drawing.append(line);
  return el('div', {class: 'card'}, el('b', {}, String(Math.round(rates.at(-1) ?? 0))), el('span', {}, name), drawing);
}

const card = (name, value) => el('div', {class: 'card'}, el('b', {}, String(value)), el('span', {}, name));

export async function overview() {
  const [{sources}, text] = await Promise.all([json('sources'), call('metrics').then(answer => answer.text())]);
  history.push({at: Date.now(), accepted: counted(text, 'accepted'), duplicate: counted(text, 'duplicate')});
  history.splice(0, Math.max(0, history.length - 120));
  const sum = word => sources.reduce((total, source) => total + (source.jobs[word] ?? 0), 0);
  const oldest = Math.max(0, ...sources.map(source => source.oldestPendingSeconds));
  return [
    el('h1', {}, 'Overview'),
    el('div', {class: 'cards'}, card('oldest that is due', span(oldest)), card('pending', sum('pending')),
      card('running', sum('running')), card('failed', sum('failed')),
      chart('accepted a minute, this node', it => it.accepted), chart('duplicates a minute, this node', it => it.duplicate)),
    el('h2', {}, 'By source'),
    table('Jobs by source', ['Source', 'Oldest due', 'Pending', 'Running', 'Failed', 'Done', 'Last delivery'],
      sources.map(source => [
        link({view: 'events', source: source.name}, source.name), span(source.oldestPendingSeconds),
        String(source.jobs.pending ?? 0), String(source.jobs.running ?? 0),
        link({view: 'events', source: source.name, state: 'failed'}, String(source.jobs.failed ?? 0)),
        String(source.jobs.done ?? 0), time(source.lastDeliveryAt)])),
  ];
}

function field(name, value) {
  const id = `filter-${name}`;
  const input = name === 'state'
    ? el('select', {id, name}, ['', 'pending', 'running', 'done', 'failed'].map(word =>
      el('option', {value: word, selected: word === value}, word === '' ? 'any' : word)))
    : el('input', {id, name, value: value ?? '', placeholder: HINTS[name] ?? '', autocomplete: 'off'});
  return el('div', {}, el('label', {for: id}, name), input);
}

const given = parameters => Object.fromEntries(FILTERS.filter(name => parameters.get(name)).map(name => [name, parameters.get(name)]));

export async function events(parameters, go) {
  const filter = given(parameters);
  const query = new URLSearchParams(filter);
  if (parameters.get('cursor')) query.set('cursor', parameters.get('cursor'));
  const page = await json('events?' + query);
  const search = el('form', {role: 'search', 'aria-label': 'Events', onsubmit: event => {
    event.preventDefault();
    const fields = [...new FormData(event.target)].filter(([, value]) => value !== '');
    go('?' + new URLSearchParams([['view', 'events'], ...fields]));
  }}, FILTERS.map(name => field(name, filter[name])), el('div', {}, el('button', {class: 'strong'}, 'Search')));
  return [
    el('h1', {}, 'Events'), search,
    filter.state === 'failed' ? bulk(filter, go) : '',
    table('Events', ['Accepted', 'Source', 'Type', 'Id', 'State', 'Attempts', 'Last error'], page.events.map(event => [
      time(event.acceptedAt), event.source, event.type, link({view: 'event', ref: event.ref}, event.id),
      [state(event.state), event.outcome && event.outcome !== event.state ? ` ${event.outcome}` : ''],
      String(event.attempts), event.lastError ?? ''])),
    page.events.length === 0 ? el('p', {class: 'faint'}, 'Nothing found.') : '',
    page.searchedTo ? el('p', {class: 'faint'}, 'Searched back to ', time(page.searchedTo), '.') : '',
    page.next ? el('p', {}, link({view: 'events', ...filter, cursor: page.next}, page.searchedTo ? 'Search further back' : 'Older')) : '',
  ];
}

function bulk(filter, go) {
  const reason = el('input', {id: 'bulk-reason', maxlength: '500', autocomplete: 'off'});
  const ask = (dryRun, text) => json('events/retry', {filter, dryRun, reason: text, most: 10000});
  return el('div', {class: 'row'},
    el('label', {for: 'bulk-reason'}, 'Why all of these are retried', reason),
    el('button', {type: 'button', onclick: () => attempt(async () =>
      notice(`${(await ask(true, 'dry run')).wouldRetry} events would be retried.`))}, 'Dry run'),
    el('button', {type: 'button', class: 'strong', onclick: () => attempt(async () => {
      const {retried} = await ask(false, reason.value);
      await go(location.search);
      notice(`${retried} events are retried.`);
    })}, 'Retry all'));
}

export async function event(parameters, go) {
  const ref = parameters.get('ref') ?? '';
  const path = 'events/' + encodeURIComponent(ref);
  const it = await json(path);
  const reason = el('input', {id: 'reason', maxlength: '500', autocomplete: 'off'});
  const act = (action, done) => () => attempt(async () => {
    await json(`${path}/${action}`, {reason: reason.value});
    await go(location.search);
    notice(done);
  });
  const shown = el('div');
  const show = () => attempt(async () => {
    const text = await (await call(`${path}/payload?as=text`)).text();
    shown.replaceChildren(el('pre', {tabindex: '0', 'aria-label': 'Payload'}, text));
  });
  const facts = {Source: it.source, Provider: it.provider, Account: it.account, Type: it.type, Object: it.objectKey,
    Attempts: String(it.attempts), 'Last error': it.lastError, 'Replays, not run': String(it.replays),
    'Deliveries with other bytes': String(it.altered), 'Signature covers': it.bodyBinding};
  return [
    el('h1', {}, it.id), el('p', {}, state(it.state), it.outcome && it.outcome !== it.state ? ` ${it.outcome}` : ''),
    el('dl', {}, Object.entries(facts).filter(([, value]) => value !== undefined && value !== '')
      .flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)])),
    el('h2', {}, 'Actions'),
    el('div', {class: 'row'}, el('label', {for: 'reason'}, 'Reason', reason),
      el('button', {type: 'button', class: 'strong', disabled: it.state !== 'failed', onclick: act('retry', 'It is retried.')}, 'Retry'),
      el('button', {type: 'button', disabled: !['pending', 'failed'].includes(it.state), onclick: act('discard', 'It is discarded.')}, 'Discard')),
    el('h2', {}, 'Timeline'), el('ol', {class: 'timeline'}, timeline(it)),
    el('h2', {}, 'Payload'),
    it.payload.kept
      ? el('div', {class: 'row'}, el('span', {}, `${it.payload.size} bytes, ${it.payload.contentType ?? 'no type'}`),
        el('button', {type: 'button', onclick: show}, 'Show as text'),
        el('a', {href: new URL(`../api/${path}/payload?as=raw`, document.baseURI).href, download: 'payload.bin'}, 'Download'))
      : el('p', {class: 'faint'}, 'Past its retention.'),
    shown,
  ];
}

function timeline(it) {
  const steps = [{at: it.acceptedAt, what: 'accepted'}];
  it.handlersDone.forEach(done => steps.push({at: done.at, what: `${done.handler} is done`}));
  it.actions.forEach(action => steps.push({at: action.at, what: `${action.action} by ${action.operator}: ${action.reason}`}));
  if (it.finishedAt) steps.push({at: it.finishedAt, what: `ended as ${it.state}, ${it.outcome}`});
  if (it.nextAttemptAt) steps.push({at: it.nextAttemptAt, what: 'due'});
  return steps.sort((one, other) => new Date(one.at) - new Date(other.at)).map(step => el('li', {}, time(step.at), ' ', step.what));
}

export async function sources() {
  const {sources: all} = await json('sources');
  return [el('h1', {}, 'Sources'), table('Sources', ['Name', 'Provider', 'Path', 'Configuration', 'Last delivery'],
    all.map(source => [link({view: 'events', source: source.name}, source.name), source.provider, source.path,
      Object.entries(source.configuration).map(([key, value]) => el('div', {}, `${key}=${value}`)), time(source.lastDeliveryAt)]))];
}

export async function audit(parameters) {
  const before = parameters.get('before');
  const page = await json('audit' + (before ? '?before=' + encodeURIComponent(before) : ''));
  return [el('h1', {}, 'Audit'), table('Audit', ['When', 'Who', 'What', 'Why', 'Event'], page.actions.map(it => [
    time(it.at), it.operator, it.detail ? `${it.action}: ${it.detail}` : it.action, it.reason,
    it.ref ? link({view: 'event', ref: it.ref}, it.id) : '–'])),
    page.next ? el('p', {}, link({view: 'audit', before: page.next}, 'Older')) : ''];
}
