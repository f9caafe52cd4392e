type Payload = Record<string, unknown>
type Entry = { payload: Payload; expires: number }

/**
 * Where the embedded provider keeps what is under way: some minutes long, in memory, and never more than `limit`
 * entries, the oldest going first. A restart forgets it all, and whoever was signing in starts again.
 * @returns the adapter that oidc-provider asks for, one for each kind of thing
 */
export function expiringStore(limit: number) {
  const entries = new Map<string, Entry>()

  const put = (key: string, payload: Payload, seconds: number) => {
    entries.delete(key)
    entries.set(key, { payload, expires: Date.now() + seconds * 1000 })
    for (const [oldest, { expires }] of entries) {
      if (entries.size <= limit && expires > Date.now()) break
      entries.delete(oldest)
    }
  }

  const get = (key: string): Payload | undefined => {
    const entry = entries.get(key)
    return entry && entry.expires > Date.now() ? entry.payload : undefined
  }

  const adapter = (kind: string) => {
    const keyOf = (id: string) => `${kind}:${id}`
    return {
      upsert: async (id: string, payload: Payload, seconds = 600) => put(keyOf(id), payload, seconds),
      find: async (id: string) => get(keyOf(id)),
      // Only sessions have another name than their key, and there are few.
      findByUid: async (uid: string) => {
        for (const [key, { payload }] of entries) if (key.startsWith(keyOf('')) && payload.uid === uid) return get(key)
        return undefined
      },
      findByUserCode: async () => undefined,
      consume: async (id: string) => {
        const payload = get(keyOf(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id: string) => void entries.delete(keyOf(id)),
      revokeByGrantId: async (grantId: string) => {
        for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
      },
    }
  }
  return { adapter, size: () => entries.size }
}
