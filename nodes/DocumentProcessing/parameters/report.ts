import type { INodeProperties } from 'n8n-workflow';
import type { Item } from './item';
import { ValidationError } from '../common/errors';

export const reportField: INodeProperties = {
  displayName: 'Report',
  name: 'report',
  type: 'boolean',
  default: false,
  description:
    'Whether to add a report to send by mail to the first item: subject, html, text, and a CSV file as binary data',
};

export const reportOptions: INodeProperties[] = [
  {
    displayName: 'Compare With Period Before',
    name: 'compareWithPrevious',
    type: 'boolean',
    default: true,
    description:
      'Whether to also ask for the equally long period before, for months the month before, and to add what changed. When not set, this is done for a report only.',
  },
  {
    displayName: 'Report Locale',
    name: 'reportLocale',
    type: 'string',
    default: 'en',
    placeholder: 'e.g. pt-BR',
    displayOptions: { show: { '/report': [true] } },
    description: 'How numbers and dates of the report are written',
  },
];

export const hasReport = (item: Item): boolean => isOn(item.parameter('report'));

export const isCompared = (item: Item): boolean => {
  const given = item.option('compareWithPrevious');
  return given === undefined ? hasReport(item) : isOn(given);
};

/** An expression may give it as text. */
const isOn = (value: unknown): boolean => value === true || value === 'true';

/** The locale of the report, where there is one. */
export function readReportLocale(item: Item): string | undefined {
  if (!hasReport(item)) return undefined;
  const locale = item.textOption('reportLocale') ?? 'en';
  if (isLocale(locale)) return locale;
  throw new ValidationError(
    `The option "Report Locale" is "${locale}"`,
    'Give the tag of a language, e.g. en, pt-BR or de.',
  );
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
