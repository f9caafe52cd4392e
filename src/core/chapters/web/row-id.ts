/** The id in the page of a chapter's row in the manuscript. */
export const rowId = (chapterId: string) => `chapter-${chapterId}`

/** The id of the text that says what the keys do there. */
export const keysHelpId = 'manuscript-keys'
