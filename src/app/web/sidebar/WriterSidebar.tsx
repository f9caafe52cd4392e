import { PanelLeftClose } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { IconButton } from '#base/web/ui/IconButton.tsx'
import { ThemeSwitch } from '#base/web/ui/ThemeSwitch.tsx'
import { AccountMenu } from '#core/account/web/AccountMenu.tsx'
import { displayName } from '#core/account/web/display-name.ts'
import { useCurrentUser } from '#core/account/web/useCurrentUser.ts'
import { planLabel } from '#core/plans/rules.ts'
import { RecentProjects } from './RecentProjects.tsx'

type WriterSidebarProps = {
  projectId: string
  onCollapse: () => void
  /** The rooms of the novel, each a row, under the recent novels. */
  children?: ReactNode
}

/** The writer's sidebar: recent novels, rooms, and whose desk this is. */
export function WriterSidebar({ projectId, onCollapse, children }: WriterSidebarProps) {
  return (
    <div className="flex h-full min-h-0 flex-col bg-sunken">
      <div className="flex h-14 shrink-0 items-center justify-between ps-5 pe-2">
        <Link href="/" className="rounded-sm font-book text-[1.25rem] font-semibold">
          Foolscap
        </Link>
        <IconButton label="Hide the sidebar" onClick={onCollapse}>
          <PanelLeftClose aria-hidden />
        </IconButton>
      </div>
      <nav aria-label="Novels" className="min-h-0 flex-1 overflow-y-auto px-2 pt-2 pb-4">
        <h2 className="px-3 pb-1.5 font-plain text-sm font-normal tracking-normal text-muted">Recent</h2>
        <RecentProjects currentId={projectId} />
        {children}
      </nav>
      <Footer />
    </div>
  )
}

function Footer() {
  const user = useCurrentUser()
  return (
    <footer className="flex shrink-0 items-center gap-0.5 border-t border-rule py-2.5 ps-5 pe-2">
      <div className="me-auto min-w-0">
        <p dir="auto" title={displayName(user)} className="truncate text-left font-semibold">
          {displayName(user)}
        </p>
        <p className="text-sm text-muted">{planLabel[user.subscriptionTier]}</p>
      </div>
      <ThemeSwitch />
      <AccountMenu />
    </footer>
  )
}
