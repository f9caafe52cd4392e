/** What stops a start: its message is the one sentence shown to the operator, with what is wrong and the fix. */
export class StartError extends Error {
  override name = 'StartError'
}
