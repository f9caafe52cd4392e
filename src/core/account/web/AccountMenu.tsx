import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#base/web/ui/Button.tsx'
import { IconButton } from '#base/web/ui/IconButton.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#base/web/ui/Menu.tsx'
import { displayName, initials } from './display-name.ts'
import { signOut } from './session.ts'
import { useCurrentUser } from './useCurrentUser.ts'

/** Logout, once: a tab takes a moment to send what is waiting. */
export function LogoutButton({ className }: { className?: string }) {
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void signOut()
  }
  return (
    <Button look="quiet" busy={leaving} className={className} onClick={leave}>
      Logout
    </Button>
  )
}

/** Whose account this is, and Logout. */
export function AccountMenu() {
  const user = useCurrentUser()
  const name = displayName(user)
  return (
    <Menu
      trigger={
        <IconButton label={`Account: ${name}`} tip="Account" className="rounded-full!">
          <span
            aria-hidden
            className="flex size-7 items-center justify-center rounded-full bg-accent-wash text-xs font-semibold text-accent"
          >
            {initials(user)}
          </span>
        </IconButton>
      }
    >
      <MenuLabel>
        <span dir="auto" className="block font-semibold wrap-anywhere text-ink">
          {name}
        </span>
        {name !== user.email && <span className="block wrap-anywhere">{user.email}</span>}
      </MenuLabel>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={() => void signOut()}>
        Logout
      </MenuItem>
    </Menu>
  )
}
