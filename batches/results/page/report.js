// What the page of a batch does: table, curves, trajectories and failures, all of the runs that the filter leaves. Text
// from runs is put in as text, never as HTML.
'use strict';

const data = JSON.parse(document.getElementById('data').textContent);
const byId = id => document.getElementById(id);
const columns = data.columns;                                  // {name, kind}
const place = new Map(columns.map((column, i) => [column.name, i]));
const runs = data.rows.map((cells, number) => ({cells, number}));
const cell = (run, name) => run.cells[place.get(name)];
const failed = run => cell(run, 'exit_code') !== 0;
const palette = ['#2f6db3', '#d1792b', '#3c8d4f', '#a8464b', '#7a5aa6', '#7c5b45', '#c75f9e', '#5d6670', '#9a9a2e', '#2b9aa8'];
const color = i => palette[i % palette.length];
const isNumber = value => typeof value === 'number' && Number.isFinite(value);
// Parameters stand in the table as they were written.
const number = value => isNumber(value) ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
const shown = value => value === null || value === undefined ? '' :
  isNumber(value) && !Number.isInteger(value) ? String(Number(value.toPrecision(7))) : String(value);

function element(kind, text, name) {
  const made = document.createElement(kind);
  if (text !== undefined) made.textContent = text;
  if (name) made.className = name;
  return made;
}

function fill(select, names, none) {
  if (none !== undefined) select.append(new Option(none, ''));
  for (const name of names) select.append(new Option(name, name));
}

// --- The filter: `name op value` joined by "and"; whatever is none of these is looked for as text.

const comparisons = {
  '<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b,
  '=': (a, b) => a === b, '==': (a, b) => a === b, '!=': (a, b) => a !== b,
};

function condition(text) {
  const parts = /^\s*(.+?)\s*(<=|>=|!=|==|<|>|=)\s*(.*?)\s*$/.exec(text);
  if (!parts) {
    const wanted = text.trim().toLowerCase();
    return run => run.cells.some(value => shown(value).toLowerCase().includes(wanted));
  }
  const [, name, sign, value] = parts;
  if (!place.has(name)) throw new Error(`There is no column "${name}".`);
  const compare = comparisons[sign], wanted = Number(value);
  if (value === '' || Number.isNaN(wanted)) return run => compare(shown(cell(run, name)), value);
  return run => compare(number(cell(run, name)), wanted);
}

let left = runs;  // by the filter

function applyFilter() {
  const outcome = byId('outcome').value, text = byId('filter').value.trim();
  byId('wrong').textContent = '';
  let conditions = [];
  try {
    conditions = text ? text.split(/\s+and\s+/i).map(condition) : [];
  } catch (error) {
    byId('wrong').textContent = error.message;
  }
  left = runs.filter(run => (!outcome || cell(run, 'outcome') === outcome) && conditions.every(holds => holds(run)));
  byId('count').textContent = `${left.length} of ${runs.length} runs`;
  showAll();
}

// --- The table

const hidden = new Set(['run', 'log_tail', 'command', 'world_digest', 'folder', 'run_hash', 'state_hash', 'exit_code']);
const differs = name => new Set(runs.map(run => cell(run, name))).size > 1;
const tableColumns = columns.filter(({name, kind}) =>
  !hidden.has(name) && (kind !== 'measure' || differs(name)) && (name !== 'world' || differs(name)) &&
  (name !== 'repetition' || differs(name)));
const order = {name: '', down: false};
const page = 200;
let rowsShown = page, chosen = null;

function inOrder() {
  if (!order.name) return left;
  const key = run => cell(run, order.name);
  const isNone = value => value === null || value === undefined || value === '';
  const compare = (a, b) => {
    if (isNone(a) || isNone(b)) return isNone(a) - isNone(b);
    const x = number(a), y = number(b);
    const sign = Number.isNaN(x) || Number.isNaN(y) ? shown(a).localeCompare(shown(b)) : x - y;
    return order.down ? -sign : sign;
  };
  return [...left].sort((a, b) => compare(key(a), key(b)) || a.number - b.number);
}

function showHead() {
  const row = element('tr');
  for (const {name} of tableColumns) {
    const head = element('th', name + (order.name === name ? (order.down ? ' ▼' : ' ▲') : ''));
    head.addEventListener('click', () => {
      order.down = order.name === name && !order.down;
      order.name = name;
      showHead();
      showRows();
    });
    row.append(head);
  }
  byId('table').tHead.replaceChildren(row);
}

function showRows() {
  const body = document.createDocumentFragment();
  const ordered = inOrder();
  for (const run of ordered.slice(0, rowsShown)) {
    const row = element('tr', undefined, (failed(run) ? 'failed ' : '') + (run === chosen ? 'chosen' : ''));
    for (const {name} of tableColumns) {
      const value = cell(run, name);
      const made = element('td', shown(value), Number.isNaN(number(value)) ? '' : 'number');
      made.title = made.textContent;
      row.append(made);
    }
    row.addEventListener('click', () => choose(run === chosen ? null : run));
    body.append(row);
  }
  byId('table').tBodies[0].replaceChildren(body);
  byId('more').hidden = ordered.length <= rowsShown;
}

function choose(run) {
  chosen = run;
  byId('details').hidden = !run;
  if (run) {
    byId('details-title').textContent = `Run ${cell(run, 'run').slice(0, 12)}: ${cell(run, 'outcome')}`;
    byId('details-message').textContent = `${cell(run, 'message')} (${cell(run, 'folder')})`;
    byId('details-command').textContent = cell(run, 'command');
    byId('details-log').textContent = cell(run, 'log_tail') || '';
    byId('details-log').hidden = !cell(run, 'log_tail');
  }
  showRows();
  showPlan();
}

// --- Curves and distributions

const numeric = columns.filter(({name, kind}) => (kind === 'metric' || kind === 'measure') &&
                               runs.some(run => isNumber(cell(run, name))) && differs(name)).map(({name}) => name);
const parameters = columns.filter(({name, kind}) => kind === 'parameter' ||
                                  (['world', 'repetition', 'seed'].includes(name) && differs(name))).map(({name}) => name);
const charts = {};

function draw(id, configuration) {
  if (charts[id]) charts[id].destroy();
  charts[id] = new Chart(byId(id), configuration);
}

function groups(list, name) {
  const found = new Map();
  for (const run of list) {
    const key = name ? shown(cell(run, name)) : '';
    if (!found.has(key)) found.set(key, []);
    found.get(key).push(run);
  }
  return [...found].sort(([a], [b]) => Number(a) - Number(b) || a.localeCompare(b));
}

function statistics(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.length > 1 ? values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) : 0;
  return {mean, deviation: Math.sqrt(variance)};
}

const options = (x, y, linear, legend) => ({
  animation: false,
  scales: {x: {type: linear ? 'linear' : 'category', title: {display: true, text: x}}, y: {title: {display: true, text: y}}},
  plugins: {legend: {display: legend, labels: {filter: item => item.text !== ''}}},
});

// Means with a band of one standard deviation; where the parameter is no number, by category.
function showCurve() {
  const metric = byId('metric').value, over = byId('over').value, apart = byId('apart').value;
  byId('curve-title').textContent = over ? `${metric} over ${over}: mean, one standard deviation, each run` : `${metric} of each run`;
  const valued = left.filter(run => isNumber(cell(run, metric)));
  const linear = !over || valued.every(run => !Number.isNaN(number(cell(run, over))));
  const x = run => !over ? run.number : linear ? number(cell(run, over)) : shown(cell(run, over));
  const datasets = [];
  groups(valued, apart).forEach(([name, members], i) => {
    const label = apart ? `${apart} = ${name}` : metric;
    datasets.push({type: 'scatter', label: over ? '' : label, data: members.map(run => ({x: x(run), y: cell(run, metric)})),
                   backgroundColor: color(i) + (over ? '55' : 'cc'), pointRadius: 2.5});
    if (!over) return;
    const means = groups(members, over).map(([value, at]) =>
      ({x: linear ? Number(value) : value, ...statistics(at.map(run => cell(run, metric)))}));
    const line = {type: 'line', borderColor: color(i), backgroundColor: color(i) + '22', pointRadius: 0, borderWidth: 0};
    datasets.push({...line, label: '', data: means.map(({x, mean, deviation}) => ({x, y: mean - deviation}))});
    datasets.push({...line, label: '', fill: '-1', data: means.map(({x, mean, deviation}) => ({x, y: mean + deviation}))});
    datasets.push({...line, label, borderWidth: 2, pointRadius: 3, data: means.map(({x, mean}) => ({x, y: mean}))});
  });
  draw('curve', {data: {datasets}, options: options(over || 'run', metric, linear, Boolean(apart))});
}

function showDistribution() {
  const metric = byId('metric').value, apart = byId('apart').value;
  const valued = left.filter(run => isNumber(cell(run, metric)));
  const values = valued.map(run => cell(run, metric));
  const low = values.reduce((least, value) => Math.min(least, value), Infinity);
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity);
  const bins = high > low ? Math.min(40, Math.max(5, Math.ceil(Math.sqrt(values.length)))) : 1;
  const width = high > low ? (high - low) / bins : 1;
  const labels = Array.from({length: bins}, (_, i) => shown(low + (i + 0.5) * width));
  const datasets = groups(valued, apart).map(([name, members], i) => {
    const counts = Array(bins).fill(0);
    for (const run of members) ++counts[Math.min(bins - 1, Math.floor((cell(run, metric) - low) / width))];
    return {label: apart ? `${apart} = ${name}` : metric, data: counts, backgroundColor: color(i) + 'bb', stack: 'all',
            categoryPercentage: 1, barPercentage: 0.95};
  });
  draw('distribution', {type: 'bar', data: {labels, datasets}, options: options(metric, 'runs', false, Boolean(apart))});
}

function showMetrics() {
  const none = numeric.length === 0;
  byId('no-metrics').hidden = !none;
  document.querySelector('.charts').hidden = none;
  if (none) return;
  showCurve();
  showDistribution();
}

// --- Trajectories: data.trajectories is [{run, solid, points: [[x, y, z], ...]}], by number of the row

const solids = [...new Set(data.trajectories.map(({solid}) => solid))];

// Looked at first: of those that come about as far from where they began as any the one with the shortest path, the
// robot before its wheels.
function farthest() {
  const away = new Map();
  for (const {solid, points} of data.trajectories)
    for (const point of points)
      away.set(solid, Math.max(away.get(solid) || 0, Math.hypot(...point.map((value, i) => value - points[0][i]))));
  const most = Math.max(...away.values());
  return solids.filter(solid => away.get(solid) >= 0.8 * most).sort((a, b) => a.length - b.length)[0];
}

function showPlan() {
  if (!solids.length) return;
  const solid = byId('solid').value, apart = byId('plan-apart').value;
  const [i, j] = byId('plane').value.split(',').map(Number);
  const kept = new Set(left.map(run => run.number));
  const drawn = data.trajectories.filter(each => each.solid === solid && kept.has(each.run));
  const names = groups(drawn.map(each => runs[each.run]), apart).map(([name]) => name);
  const seen = new Set();
  const datasets = drawn.map(({run, points}) => {
    const group = apart ? names.indexOf(shown(cell(runs[run], apart))) : failed(runs[run]) ? 3 : 0;
    const label = !apart || seen.has(group) ? '' : `${apart} = ${names[group]}`;
    seen.add(group);
    const faint = chosen && chosen.number !== run;
    return {label, data: points.map(point => ({x: point[i], y: point[j]})), borderColor: color(group) + (faint ? '22' : 'cc'),
            borderWidth: chosen && !faint ? 3 : 1.2, pointRadius: 0, showLine: true, fill: false};
  });
  // The same length of a metre both ways.
  const all = datasets.flatMap(({data}) => data);
  const range = axis => all.reduce(([a, b], point) => [Math.min(a, point[axis]), Math.max(b, point[axis])], [Infinity, -Infinity]);
  const [[left_, right], [bottom, top]] = [range('x'), range('y')];
  const span = Math.max(right - left_, top - bottom, 0.1) * 1.06;
  const around = (a, b) => ({min: (a + b - span) / 2, max: (a + b + span) / 2});
  const axis = name => ({type: 'linear', title: {display: true, text: `${name} [m]`}, ticks: {callback: value => shown(Number(value.toPrecision(4)))}});
  const settings = options('', '', true, Boolean(apart));
  settings.aspectRatio = 1.15;
  settings.scales = {x: {...axis('xyz'[i]), ...around(left_, right)}, y: {...axis('xyz'[j]), ...around(bottom, top)}};
  settings.plugins.tooltip = {enabled: false};
  byId('plan-count').textContent = `${drawn.length} of ${left.length} runs` + (apart ? '' : '; failed ones red');
  draw('plan', {type: 'scatter', data: {datasets}, options: settings});
}

// --- Failures

function showFailures() {
  const list = left.filter(failed);
  byId('failures-section').hidden = runs.every(run => !failed(run));
  const made = document.createDocumentFragment();
  if (!list.length) made.append(element('p', 'None of these runs.'));
  for (const [outcome, members] of groups(list, 'outcome')) {
    made.append(element('h3', `${outcome}: ${members.length}`));
    for (const run of members.slice(0, 50)) {
      const point = parameters.filter(name => cell(run, name) !== null).map(name => `${name} = ${shown(cell(run, name))}`);
      const details = element('details');
      details.append(element('summary', `${point.join(', ')}${point.length ? ': ' : ''}${cell(run, 'message')}`));
      details.append(element('pre', cell(run, 'log_tail') || '(it said nothing)'));
      const command = element('p', undefined, 'command');
      command.append(element('code', cell(run, 'command')));
      details.append(command);
      made.append(details);
    }
    if (members.length > 50) made.append(element('p', `and ${members.length - 50} more: see the table`));
  }
  byId('failures').replaceChildren(made);
}

function showAll() {
  rowsShown = page;
  showRows();
  showMetrics();
  showPlan();
  showFailures();
}

function begin() {
  document.title = byId('title').textContent = `Batch ${data.name}`;
  const outcomes = groups(runs, 'outcome');
  byId('summary').textContent = `${runs.length} runs: ` + outcomes.map(([name, members]) => `${members.length} ${name}`).join(', ');
  byId('version').textContent = `Made by lightsout ${data.version}. ${data.remark}`;
  fill(byId('outcome'), outcomes.map(([name]) => name), 'all');
  const first = columns.filter(({name, kind}) => kind === 'metric' && numeric.includes(name)).map(({name}) => name);
  fill(byId('metric'), [...first, ...numeric.filter(name => !first.includes(name))]);
  fill(byId('over'), parameters, 'each run');
  const numbers = parameters.filter(name => columns[place.get(name)].kind === 'parameter');
  byId('over').value = numbers[0] || '';
  fill(byId('apart'), parameters, 'nothing');
  byId('apart').value = numbers[1] || '';
  fill(byId('solid'), solids);
  if (solids.length) byId('solid').value = farthest();
  fill(byId('plan-apart'), parameters, 'outcome');
  byId('plan-apart').value = numbers[0] || '';
  byId('plan-section').hidden = !solids.length;
  byId('outcome').addEventListener('change', applyFilter);
  byId('filter').addEventListener('input', applyFilter);
  byId('more').addEventListener('click', () => { rowsShown += page; showRows(); });
  byId('copy').addEventListener('click', () => navigator.clipboard && navigator.clipboard.writeText(byId('details-command').textContent));
  for (const id of ['metric', 'over', 'apart']) byId(id).addEventListener('change', showMetrics);
  for (const id of ['solid', 'plane', 'plan-apart']) byId(id).addEventListener('change', showPlan);
  showHead();
  applyFilter();
}

begin();
