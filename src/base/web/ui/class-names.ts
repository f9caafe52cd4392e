/** Joins class names; what is false, null or undefined is left out. */
export const classNames = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(' ')
