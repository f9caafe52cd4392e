/** The workspace of a project, at a chapter where one is named. */
export const writerHref = (projectId: string, chapterId?: string) =>
  `/writer/${projectId}${chapterId ? `/${chapterId}` : ''}`

/** The editor of a chapter. */
export const editorHref = (chapterId: string) => `/text-editor/${chapterId}`
