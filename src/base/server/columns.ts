import { customType } from 'drizzle-orm/pg-core'

/** A moment, stored with its zone in milliseconds and carried as ISO 8601 in UTC, as it crosses the wire. */
export const moment = customType<{ data: string; driverData: string | Date }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
})
