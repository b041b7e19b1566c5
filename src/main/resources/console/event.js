import {attempt, call, deeds, el, json, link, notice, state, table, time} from './page.js';

export async function event(parameters, go) {
  const path = 'events/' + encodeURIComponent(parameters.get('ref') ?? '');
  const it = await json(path);
  const act = (action, done) => async reason => {
    await json(`${path}/${action}`, {reason});
    await go(location.search);
    notice(done);
  };
  return [
    el('h1', {}, it.id),
    el('p', {}, state(it.state), it.outcome && it.outcome !== it.state ? ` ${it.outcome}` : '', it.test ? ' · a test, nothing of it happened' : ''),
    facts(it),
    el('h2', {}, 'Act'),
    deeds('Reason', [
      ['Retry', act('retry', 'It is retried.'), true, it.state !== 'failed'],
      ['Discard', act('discard', 'It is discarded.'), false, !['pending', 'failed'].includes(it.state)],
      ...(it.blocksOrder ? [['Release its key', act('release', 'What waits behind it goes on.')]] : []),
    ]),
    el('h2', {}, 'Timeline'), el('ol', {class: 'timeline'}, timeline(it)),
    ...attempts(it), ...guarded(it), ...payload(it, path),
  ];
}

function facts(it) {
  const known = {Source: it.source, Provider: it.provider, Account: it.account, Type: it.type, Object: it.objectKey,
    'Ordering key': it.orderKey, 'Waits for': it.waitsFor === 'turn' ? 'its turn' : it.waitsFor,
    'Holds up its key': it.blocksOrder ? 'yes, until it is retried, discarded or released' : undefined,
    Attempts: String(it.attempts), 'Came again': again(it), 'Last error': it.lastError, 'Replays, not run': String(it.replays),
    'Deliveries with other bytes': String(it.altered), 'Signature covers': it.bodyBinding};
  return el('dl', {}, Object.entries(known).filter(([, value]) => value !== undefined && value !== '')
    .flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
}

const again = it => it.redeliveries === 1 ? 'once' : it.redeliveries > 1 ? `${it.redeliveries} times` : 'never';

function timeline(it) {
  const steps = [{at: it.acceptedAt, what: 'accepted'}];
  it.attemptsFailed.forEach(one => steps.push({at: one.endedAt, what: `attempt ${one.attempt} ended: ${one.outcome}`}));
  it.handlersDone.forEach(done => steps.push({at: done.at, what: `${done.handler} is done`}));
  it.actions.forEach(action => steps.push({at: action.at, what: `${action.action} by ${action.operator}: ${action.reason}`}));
  if (it.finishedAt) steps.push({at: it.finishedAt, what: `ended as ${it.state}, ${it.outcome}`});
  if (it.redeliveredAt) steps.push({at: it.redeliveredAt, what: 'came again, the last time'});
  if (it.nextAttemptAt) steps.push({at: it.nextAttemptAt, what: 'due'});
  return steps.sort((one, other) => new Date(one.at) - new Date(other.at)).map(step => el('li', {}, time(step.at), ' ', step.what));
}

function attempts(it) {
  if (it.attemptsFailed.length === 0) return [];
  return [el('h2', {}, 'Failed attempts'), table('Failed attempts', ['Attempt', 'From', 'To', 'Handler', 'Outcome', 'Message', 'Answer', 'Node'],
    it.attemptsFailed.map(one => [String(one.attempt), time(one.startedAt), time(one.endedAt), one.handler, one.outcome,
      one.errorClass ? `${one.errorClass}: ${one.message}` : one.message, one.detail, one.node]))];
}

function guarded(it) {
  if (it.guardedActions.length === 0) return [];
  return [el('h2', {}, 'Guarded actions'), table('Guarded actions', ['Operation', 'Key', 'State', 'Started', 'Result', 'Reason', 'Decided by'],
    it.guardedActions.map(one => [one.operation, one.businessKey,
      one.state === 'undecided' ? link({view: 'decisions'}, 'undecided') : one.state,
      time(one.startedAt), one.result, one.reason, one.decidedBy ? `${one.decidedBy}: ${one.decidedWhy}` : undefined]))];
}

/** Always text: a JSON document is laid out, and nothing of it is markup. */
function payload(it, path) {
  if (!it.payload.kept) return [el('h2', {}, 'Payload'), el('p', {class: 'faint'}, 'Past its retention.')];
  const shown = el('div');
  const show = layOut => () => attempt(async () => {
    const text = await (await call(`${path}/payload?as=${layOut ? 'json' : 'text'}`)).text();
    shown.replaceChildren(el('pre', {tabindex: '0', 'aria-label': 'Payload'}, layOut ? JSON.stringify(JSON.parse(text), null, 2) : text));
  });
  return [el('h2', {}, 'Payload'), el('div', {class: 'row'},
    el('span', {}, `${it.payload.size} bytes, ${it.payload.contentType ?? 'no type'}`),
    el('button', {type: 'button', onclick: show(false)}, 'Show as text'),
    el('button', {type: 'button', onclick: show(true)}, 'Lay out as JSON'),
    el('a', {href: new URL(`../api/${path}/payload?as=raw`, document.baseURI).href, download: 'payload.bin'}, 'Download')), shown];
}
