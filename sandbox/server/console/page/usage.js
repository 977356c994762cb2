import { html, nothing, render, svg } from './lit-html.js';
import { call, on } from './api.js';
import { doing, inTurn, say } from './dom.js';
import { scrolling, tableOf } from './parts.js';

const DAY = 86_400_000;
const WEEKS = 12;
/** Colours; the service has ten names in its summary. */
const SERIES = 10;
/** Of the chart, in its own units. */
const [WIDTH, HEIGHT, BOTTOM, LEFT] = [840, 240, 30, 44];
const SERVICES = [
  'content-extraction',
  'multipage-content-extraction',
  'generative-content-extraction',
  'content-compare',
  'invoice-extraction',
  'multi-address-parsing',
];

/** What was consumed on each day of the past weeks, and how to add or clear it. */
export async function showUsage(element) {
  let [metric, days] = ['requests', []];
  const choose = ({ target }) => {
    metric = target.value;
    draw();
  };
  const draw = () =>
    render(
      html`<div class="card form">
          <h2>Usage</h2>
          <p class="field">
            <label for="metric">Show</label>
            <select id="metric" @change=${choose}>
              <option value="requests">requests</option>
              <option value="billed">billed quantity</option>
              <option value="typified">documents identified</option>
              <option value="nonTypified">documents not identified</option>
            </select>
          </p>
          <div class="block">${chartCard(days, metric)}</div>
        </div>
        ${seedForm(refresh)}`,
      element,
    );
  const refresh = inTurn(async () => {
    ({ days } = await call('/usage'));
    draw();
  });
  on(['usage'], refresh);
  await refresh();
}

/** `refresh` shows at once what was added or cleared: the sandbox tells it after a while. */
function seedForm(refresh) {
  const seed = doing(async ({ target: { elements } }) => {
    const records = pastUsage(Number(elements.weeks.value), Number(elements.daily.value), Date.now());
    const { recorded } = await call('/usage', { method: 'POST', json: records });
    await refresh();
    say(`${recorded} records added`);
  });
  const clear = doing(async () => {
    if (!confirm('Remove all usage, that of real requests too?')) return;
    await call('/usage', { method: 'DELETE' });
    await refresh();
    say('Usage cleared');
  });
  return html`<form class="card form" @submit=${seed}>
    <h2>Add usage of past weeks</h2>
    <p class="hint">
      Made up: the same for the same numbers, less at weekends, slowly growing. Billing operations report it like that
      of real requests.
    </p>
    <p class="field">
      <label for="weeks">Weeks</label>
      <input id="weeks" type="number" min="1" max="52" value="8" required />
    </p>
    <p class="field">
      <label for="daily">Requests on a working day</label>
      <input id="daily" type="number" min="1" max="100000" value="40" required />
    </p>
    <p class="buttons">
      <button class="primary">Add</button>
      <button type="button" @click=${clear}>Clear all usage</button>
    </p>
  </form>`;
}

/** Repeatable: no day depends on chance. */
function pastUsage(weeks, daily, now) {
  const today = Math.floor(now / DAY);
  return Array.from({ length: weeks * 7 }, (_, at) => today - weeks * 7 + at).flatMap((day, at) => {
    const isWeekend = [0, 6].includes(new Date(day * DAY).getUTCDay());
    const growth = 0.8 + (0.4 * at) / (weeks * 7);
    return SERVICES.flatMap((serviceName, service) => {
      const swing = 0.75 + ((day * 7919 + service * 104_729) % 100) / 200;
      const requestCount = Math.round(((isWeekend ? 0.2 : 1) * daily * growth * swing) / (service + 1) / 2.45);
      if (requestCount === 0) return [];
      const typifiedItemCount = Math.round(requestCount * 0.8);
      const date = new Date(day * DAY + 12 * 3_600_000).toISOString();
      return [
        {
          date,
          serviceName,
          requestCount,
          typifiedItemCount,
          nonTypifiedItemCount: requestCount - typifiedItemCount,
          billingCount: requestCount,
        },
      ];
    });
  });
}

function chartCard(days, metric) {
  if (days.length === 0)
    return html`<p class="empty">No usage yet: requests count here, and past weeks can be added.</p>`;
  const today = Math.floor(Date.now() / DAY);
  const shown = Array.from({ length: WEEKS * 7 }, (_, at) =>
    new Date((today - WEEKS * 7 + 1 + at) * DAY).toISOString().slice(0, 10),
  );
  const services = [...new Set(days.map(({ service }) => service))];
  const amounts = new Map(days.map((row) => [`${row.day} ${row.service}`, row[metric]]));
  const of = (day, service) => amounts.get(`${day} ${service}`) ?? 0;
  const totals = shown.map((day) => services.reduce((sum, service) => sum + of(day, service), 0));
  const total = totals.reduce((sum, count) => sum + count, 0);
  const swatch = (service, at) =>
    html`<span><span class="swatch series-${at % SERIES}" aria-hidden="true"></span>${service}</span>`;
  return html`<p class="hint">${total} in the last ${WEEKS} weeks, ${totals.at(-1)} today (days in UTC)</p>
    <figure class="chart">
      ${bars(shown, services, of, totals, `${total} in the last ${WEEKS} weeks`)}
      <figcaption class="legend">${services.map(swatch)}</figcaption>
    </figure>
    <details>
      <summary>As a table, by week</summary>
      ${weekTable(shown, services, of)}
    </details>`;
}

function bars(days, services, of, totals, label) {
  const top = niceTop(Math.max(1, ...totals));
  const width = (WIDTH - LEFT) / days.length;
  const y = (count) => HEIGHT - BOTTOM - (count / top) * (HEIGHT - BOTTOM - 10);
  const lines = [0, top / 2, top].map(
    (count) =>
      svg`<line x1=${LEFT} x2=${WIDTH} y1=${y(count)} y2=${y(count)} class="grid"></line>
        <text x=${LEFT - 6} y=${y(count) + 4} text-anchor="end">${count}</text>`,
  );
  const columns = days.map((day, at) => {
    let base = 0;
    const x = LEFT + at * width;
    const stack = services.map((service, index) => {
      const count = of(day, service);
      if (count === 0) return nothing;
      base += count;
      return svg`<rect
        x=${x + 1}
        width=${width - 2}
        y=${y(base)}
        height=${y(base - count) - y(base)}
        class="series-${index % SERIES}"
      ><title>${day}, ${service}: ${count}</title></rect>`;
    });
    return [stack, at % 14 === 0 ? svg`<text x=${x} y=${HEIGHT - 6}>${day.slice(5)}</text>` : nothing];
  });
  return html`<svg
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-label="Usage by day: ${label}. The table below has the numbers."
  >
    ${lines} ${columns}
  </svg>`;
}

/** A round number for the top of the scale, even, for its middle. */
function niceTop(count) {
  const power = 10 ** Math.floor(Math.log10(count));
  return Math.max(
    2,
    [1, 2, 4, 6, 8, 10].map((step) => step * power).find((step) => step >= count),
  );
}

function weekTable(days, services, of) {
  const weeks = Array.from({ length: WEEKS }, (_, at) => days.slice(at * 7, at * 7 + 7));
  const sum = (week, service) => week.reduce((total, day) => total + of(day, service), 0);
  const rows = weeks.map(
    (week) =>
      html`<tr>
        <th scope="row" class="whole">${week[0]}</th>
        ${services.map((service) => html`<td>${sum(week, service)}</td>`)}
      </tr>`,
  );
  return scrolling('Usage by week', tableOf(['Week from', ...services], rows));
}
