import type { CurrentUser } from '#core/account/contract.ts'

type Named = Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>

/** The author's name, or the e-mail address where none is known. */
export const displayName = ({ firstName, lastName, email }: Named) =>
  [firstName, lastName].filter((part) => part?.trim()).join(' ') || email

/** One or two letters that stand for the author. */
export function initials(user: Named): string {
  const parts = [user.firstName, user.lastName].flatMap((part) => [...(part?.trim() ?? '')].slice(0, 1))
  return (parts.length ? parts.join('') : [...user.email].slice(0, 1).join('')).toUpperCase()
}
