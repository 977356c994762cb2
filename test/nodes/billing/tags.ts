const VOID = new Set(['meta', 'br', 'img', 'hr']);

/** The tags that are left open, closed without having been opened, or closed in the wrong order. */
export function brokenTags(html: string): string[] {
  const open: string[] = [];
  const broken: string[] = [];
  const outlook = [...html.matchAll(/<!--\[if mso\]>(.*?)<!\[endif\]-->/gs)].map(([, part]) => part).join('');
  for (const text of [html.replace(/<!--.*?-->|<!doctype html>|<style>.*?<\/style>/gs, ''), outlook]) {
    for (const [, slash, name = ''] of text.matchAll(/<(\/?)([a-z0-9]+)(?: [a-z-]+="[^"<>]*")*>/g)) {
      if (VOID.has(name)) continue;
      if (slash === '') open.push(name);
      else if (open.pop() !== name) broken.push(`</${name}>`);
    }
    const rest = text.replace(/<\/?[a-z0-9]+(?: [a-z-]+="[^"<>]*")*>/g, '');
    broken.push(...(rest.match(/[<>]/g) ?? []), ...(rest.match(/&(?!(?:amp|lt|gt|quot|nbsp|zwnj|#\d+);)/g) ?? []));
  }
  return [...broken, ...open];
}

/** The words of a page, without what is not shown. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<!--.*?-->|<head>.*?<\/head>|<div style="display:none.*?<\/div>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replace(/\s+/g, ' ')
    .trim();
