import type { JsonObject } from '../engine/shape';
import type { OutputSettings } from '../fields/output';
import type { ServiceDocument } from './document';
import { nameOf, rowsByHeader } from './fields';
import { simplifySection } from './simplify';

/** What a part keeps of its document, so that it can be told where it belongs. */
function headOf(whole: JsonObject): JsonObject {
	const { type, stdType, pageNumber, tags, needsReview, requestId } = whole;
	return { type, stdType, pageNumber, tags, needsReview, requestId };
}

/** One item a section. */
export function sectionOutputs(whole: JsonObject, document: ServiceDocument, settings: OutputSettings): JsonObject[] {
	return document.sections.map((section, index) => {
		const { name, ...rest } = simplifySection(section, settings);
		return { ...headOf(whole), section: name, sectionNumber: index + 1, source: section.source, ...rest };
	});
}

/** One item a table row; a document without one keeps an item, with `row: null`. */
export function rowOutputs(whole: JsonObject, document: ServiceDocument, settings: OutputSettings): JsonObject[] {
	const rows = document.sections.flatMap((section, index) =>
		section.tables.flatMap((table) =>
			rowsByHeader(table, settings).map((row, rowIndex) => ({
				...headOf(whole),
				section: section.name,
				sectionNumber: index + 1,
				source: section.source,
				table: nameOf(table, settings),
				rowNumber: rowIndex + 1,
				row,
			})),
		),
	);
	return rows.length > 0 ? rows : [{ ...headOf(whole), section: null, table: null, rowNumber: null, row: null }];
}
