import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';
import type { Money } from '../billing/budget';
import { readableServices, serviceKey } from '../billing/service-names';
import { en } from '../billing/texts/en';
import { ValidationError } from '../common/errors';
import { asNumber, textOf } from '../common/shape';
import { having, offering } from './field-names';
import { listOf } from './list-fields';
import type { Item } from './item';

export const budgetOptions: INodeProperties[] = [
  {
    displayName: 'Monthly Budget',
    name: 'monthlyBudget',
    type: 'number',
    typeOptions: { minValue: 0 },
    default: 1000,
    description:
      'What may be billed in a month: units, or money with the option Unit Prices. Adds what is used of it, a forecast, ' +
      'the thresholds crossed (50, 80 and 100%) and unusual days to the first item.',
  },
  {
    displayName: 'Unit Prices',
    name: 'unitPrices',
    ...listOf('Price', 'price', [
      {
        displayName: 'Service',
        name: 'service',
        ...offering('searchServices', {
          displayName: 'By Name',
          name: 'name',
          placeholder: 'e.g. content-extraction',
        }),
        description: 'The name of the service as in serviceName. An asterisk (*) stands for every other service.',
      },
      {
        displayName: 'Price',
        name: 'price',
        type: 'number',
        typeOptions: { minValue: 0 },
        default: 0,
        description: 'The price of one unit',
      },
    ]),
    description:
      'The price of one billed unit of each service, which makes the report and the monthly budget amounts of money',
  },
  {
    displayName: 'Currency',
    name: 'currency',
    type: 'string',
    default: 'BRL',
    placeholder: 'e.g. BRL',
    description: 'The currency of the unit prices, as three letters. If not set, amounts have none.',
  },
];

/** The services of the interface by the names that a report has for them; a price is found by either. */
export async function searchServices(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
  const services = [...readableServices(Object.keys(en.services), en)].map(([value, name]) => ({ name, value }));
  return { results: having([...services, { name: '* (Every Other Service)', value: '*' }], filter) };
}

/** The budget of a month; `undefined` if the option is not set. */
export function readBudget(item: Item): number | undefined {
  const value = item.options.value('monthlyBudget');
  if (value === undefined) return undefined;
  const limit = asAmount(value);
  if (limit === undefined || limit <= 0)
    throw item.options.refusal(
      'monthlyBudget',
      `is "${textOf(value)}"`,
      'Enter a number greater than 0 without a dot or comma between thousands, e.g. 1000, or remove the option.',
    );
  return limit;
}

/** What the billed units cost; `undefined` if no price is set. */
export function readMoney(item: Item): Money | undefined {
  const prices = readPrices(item);
  const currency = readCurrency(item);
  return prices && { ...prices, currency };
}

/** A number, or a text of one; not "1.000", which is a thousand to some and one to others. */
const asAmount = (value: unknown): number | undefined =>
  typeof value === 'string' && /^[1-9]\d{0,2}\.\d{3}$/.test(value.trim()) ? undefined : asNumber(value);

function readPrices(item: Item): Pick<Money, 'prices' | 'services'> | undefined {
  const rows = item.options.addedRows('unitPrices');
  const prices = new Map<string, number>();
  const services: string[] = [];
  for (const row of rows) {
    const service = row.requiredText('service');
    const key = service === '*' ? '*' : serviceKey(service);
    const price = asAmount(row.value('price'));
    if (prices.has(key))
      throw new ValidationError(`"Unit Prices" has two prices of "${service}"`, 'Remove one of them.');
    if (price === undefined || price < 0)
      throw new ValidationError(
        `The price of "${service}" is "${textOf(row.value('price'))}"`,
        'In "Unit Prices", enter a number of 0 or more, with a dot before decimals and none between thousands, e.g. 0.25.',
      );
    prices.set(key, price);
    if (key !== '*') services.push(service);
  }
  return rows.length > 0 ? { prices, services } : undefined;
}

function readCurrency(item: Item): string | undefined {
  const currency = item.options.text('currency') || undefined;
  if (currency === undefined || Intl.supportedValuesOf('currency').includes(currency.toUpperCase()))
    return currency?.toUpperCase();
  throw item.options.refusal(
    'currency',
    `is "${currency}"`,
    'Enter the three letters of a currency, e.g. BRL, EUR or USD.',
  );
}
