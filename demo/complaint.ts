/** What the person who types the command can mend: said in a line, with no stack. */
export class Complaint extends Error {}
