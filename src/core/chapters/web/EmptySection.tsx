import { Button } from '#base/web/ui/Button.tsx'
import { toast } from '#base/web/ui/toast.ts'
import type { Section } from '../rules.ts'
import { useAddFrontMatter } from './useChapters.ts'

type EmptySectionProps = { projectId: string; section: Section; height: number }

/** What stands in a section without chapters. */
export function EmptySection({ projectId, section, height }: EmptySectionProps) {
  const add = useAddFrontMatter(projectId)
  const create = async () => {
    try {
      await add.mutateAsync(undefined)
      toast({ title: 'Front matter created' })
    } catch {
      toast({ title: 'Error', description: 'Failed to create front matter sections.', variant: 'destructive' })
    }
  }
  return (
    <div className="flex items-center gap-2 ps-12.5 pe-4 text-muted" style={{ height }}>
      <span className="me-auto">None yet</span>
      {section === 'front_matter' && (
        <Button size="small" look="line" busy={add.isPending} onClick={() => void create()}>
          Create Default
        </Button>
      )}
    </div>
  )
}
