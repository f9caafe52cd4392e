import { Link } from 'wouter'
import { ThemeSwitch } from '#base/web/ui/ThemeSwitch.tsx'
import { AccountMenu, LogoutButton } from '#core/account/web/AccountMenu.tsx'

/** The head of the screens that are no desk: the product's name, theme and account. */
export function TopBar() {
  return (
    <header className="flex items-center gap-1.5 px-4 py-3 sm:px-8 lg:px-14 lg:py-4">
      <Link href="/" className="me-auto rounded-sm font-book text-[1.25rem] font-semibold">
        Foolscap
      </Link>
      <ThemeSwitch />
      <LogoutButton className="max-sm:hidden" />
      <AccountMenu />
    </header>
  )
}
