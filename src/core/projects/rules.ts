/** Words that a novel is to have where its author names no number. */
export const defaultTarget = 50_000

/** Days that a deleted project or chapter rests in the trash. */
export const trashDays = 30

/** Progress towards a target in whole percent, capped at 100. */
export function progressOf(words: number, target: number | null): number {
  const goal = target && target > 0 ? target : defaultTarget
  return Math.min(100, Math.floor((words / goal) * 100))
}
