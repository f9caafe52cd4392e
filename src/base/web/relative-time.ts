const hour = 3_600_000

/** When something was last changed: hours under 24 hours, days under 72, otherwise the date. */
export function relativeTime(moment: string | Date, now = Date.now()): string {
  const then = new Date(moment).getTime()
  const hours = Math.floor((now - then) / hour)
  // A clock that runs behind the server's sees the future; that is now, too.
  if (hours < 1) return 'Less than an hour ago'
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`
  if (hours < 72) return hours < 48 ? '1 day ago' : '2 days ago'
  return shortDate(moment)
}

/** A date such as 14 Oct 2026, in the reader's time zone. */
export const shortDate = (moment: string | Date) =>
  new Date(moment).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** A number as books print it: 51,240. */
export const printed = (value: number) => numbers.format(value)

const numbers = new Intl.NumberFormat('en')
