import { calendarDay } from '../values/date.ts';

/** Papers are valid for this long at most, and shown this long after. */
const YEARS_AHEAD = 50;

/** YYMMDD of a birth: nobody is born after today. */
export function birthDay(text: string, now = new Date()): string | null {
  return dayUpTo(text, now.getFullYear());
}

/** YYMMDD of an expiry, which may lie ahead. */
export function expiryDay(text: string, now = new Date()): string | null {
  return dayUpTo(text, now.getFullYear() + YEARS_AHEAD);
}

function dayUpTo(text: string, latest: number): string | null {
  const [, yy = '', month, day] = /^(\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (yy === '') return null;
  const year = latest - ((((latest - Number(yy)) % 100) + 100) % 100);
  return calendarDay(String(year), month, day);
}
