import {deeds, el, json, link, notice, paused, state, table, text, time} from './page.js';

export {event} from './event.js';
export {overview} from './overview.js';

const FILTERS = ['source', 'account', 'type', 'state', 'outcome', 'id', 'error', 'object', 'from', 'to'];
const HINTS = {type: 'exact, or prefix*', id: 'begins with', error: 'contains', object: 'object or ordering key', from: '2027-01-31T00:00:00Z', to: '2027-01-31T00:00:00Z'};

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
  const [perSecond, rate] = text('How many a second', {inputmode: 'numeric', value: '50', size: '5'});
  const ask = (dryRun, reason) => json('events/retry', {filter, dryRun, reason, most: 10000, perSecond: Number(rate.value)});
  return el('section', {'aria-label': 'Retry all of these'}, deeds('Why all of these are retried', [
    ['Dry run', async () => notice(`${(await ask(true, 'dry run')).wouldRetry} events would be retried.`)],
    ['Retry all', async reason => {
      const {retried} = await ask(false, reason);
      await go(location.search);
      notice(`${retried} events are retried.`);
    }, true],
  ], [perSecond]));
}

export async function decisions(parameters, go) {
  const {actions} = await json('actions');
  return [
    el('h1', {}, 'Decisions'),
    el('p', {class: 'faint'}, 'Whether these actions took place could not be found out. Look at the other system, then say so; what waits runs again.'),
    actions.length === 0 ? el('p', {}, 'Nothing needs a decision.') : '',
    actions.map(action => decision(action, go)).flat(),
  ].flat();
}

function decision(action, go) {
  const [field, result] = text('What the other system gave, if it happened', {maxlength: '1000'});
  const say = happened => async reason => {
    const {provider, account, operation, businessKey} = action;
    await json('actions/decide', {provider, account, operation, businessKey, happened, result: result.value, reason});
    await go(location.search);
    notice(happened ? 'It is recorded as done.' : 'It is recorded as not done; it will be called again.');
  };
  return el('section', {class: 'card', 'aria-label': `${action.operation} ${action.businessKey}`},
    el('h2', {}, `${action.operation} ${action.businessKey}`),
    el('p', {}, action.why),
    el('dl', {}, [['Provider', action.provider], ['Account', action.account], ['Idempotency key', action.idempotencyKey]]
      .flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]),
    el('dt', {}, 'Event'), el('dd', {}, link({view: 'event', ref: action.ref}, action.event))),
    deeds('Reason', [['It happened', say(true), true], ['It did not happen', say(false)]], [field]));
}

export async function sources(parameters, go) {
  const [{sources: all}, {rejects}] = await Promise.all([json('sources'), json('rejects')]);
  return [
    el('h1', {}, 'Sources'),
    el('div', {class: 'wide'}, all.map(it => source(it, go))),
    el('h2', {}, 'Refused lately, by this node'),
    rejects.length === 0 ? el('p', {class: 'faint'}, 'Nothing.') : '',
    rejects.length === 0 ? '' : table('Refused lately', ['Last', 'Times', 'Source', 'Reason', 'Bytes', 'From'],
      rejects.map(it => [time(it.lastAt), String(it.times), it.source, it.reason, String(it.bytes), it.remote])),
  ];
}

function source(it, go) {
  const [field, type] = text('Type of the test event', {value: 'inbox.test', maxlength: '100'});
  const path = `sources/${encodeURIComponent(it.name)}`;
  const facts = {Provider: it.provider, Path: it.path, ...it.configuration};
  const rejects = Object.entries(it.rejects);
  return el('section', {class: 'card', 'aria-label': it.name},
    el('h2', {}, link({view: 'events', source: it.name}, it.name)), paused(it.paused),
    el('dl', {}, Object.entries(facts).flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]),
      el('dt', {}, 'Last delivery'), el('dd', {}, time(it.lastDeliveryAt)),
      rejects.length === 0 ? '' : [el('dt', {}, 'Refused'), el('dd', {}, rejects.map(([why, times]) => el('div', {}, `${times} × ${why}`)))]),
    deeds('Reason', [pauseButton(path, it, go), ['Send test event', async reason => {
      const {id, status, result} = await json(`${path}/test`, {reason, type: type.value});
      await go(location.search);
      notice(`${id}: ${result || 'refused'} (${status})`);
    }]], [field]));
}

function pauseButton(path, it, go) {
  const action = it.paused ? 'resume' : 'pause';
  return [it.paused ? 'Resume' : 'Pause', async reason => {
    await json(`${path}/${action}`, {reason});
    await go(location.search);
    notice(it.paused ? `${it.name} is resumed.` : `${it.name} is paused.`);
  }, it.paused !== undefined];
}

export async function routes(parameters, go) {
  const {routes: all} = await json('routes');
  return [
    el('h1', {}, 'Routes'),
    all.length === 0 ? el('p', {class: 'faint'}, 'No route and no handler.') : '',
    el('div', {class: 'wide'}, all.map(it => el('section', {class: 'card', 'aria-label': it.name},
      el('h2', {}, it.name), paused(it.paused),
      el('dl', {}, Object.entries({Source: it.source ?? 'any', Provider: it.provider, Types: it.types.join(', ')})
        .flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)])),
      deeds('Reason', [pauseButton(`routes/${encodeURIComponent(it.name)}`, it, go)])))),
  ];
}

export async function audit(parameters) {
  const before = parameters.get('before');
  const page = await json('audit' + (before ? '?before=' + encodeURIComponent(before) : ''));
  return [el('h1', {}, 'Audit'), table('Audit', ['When', 'Who', 'What', 'Why', 'Event'], page.actions.map(it => [
    time(it.at), it.operator, it.detail ? `${it.action}: ${it.detail}` : it.action, it.reason,
    it.ref ? link({view: 'event', ref: it.ref}, it.id) : '–'])),
    page.next ? el('p', {}, link({view: 'audit', before: page.next}, 'Older')) : ''];
}
