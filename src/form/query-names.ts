/** The names in the query of a page's address that no hidden field and no prefilled question has: they say what to show. */
export const pageQueryNames: readonly string[] = ['step', 'sent', 'new', 'resume', 'lang']
