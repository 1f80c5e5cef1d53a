/** What the first of the settings makes in at most `limit` bytes; what the last one makes when none does. */
export async function firstFitting<Setting>(options: {
  limit: number
  settings: readonly [Setting, ...Setting[]]
  make: (setting: Setting) => Promise<Buffer>
}): Promise<Buffer> {
  const { limit, settings, make } = options
  const [first, ...rest] = settings
  let made = await make(first)
  for (const setting of rest) {
    if (made.length <= limit) break
    made = await make(setting)
  }
  return made
}
