import { useState } from 'react'
import { plainText } from '#base/html.ts'
import { Button } from '#base/web/ui/Button.tsx'
import { Dialog } from '#base/web/ui/Dialog.tsx'
import { sentenceOf } from '#base/web/ui/States.tsx'
import { countWords } from '#core/chapters/words.ts'

type Props = {
  onClose: () => void
  mine: string
  theirs: string
  keepMine: () => Promise<void>
  takeTheirs: () => Promise<void>
  keepBoth: () => Promise<void>
}

/** Two texts of one chapter: the author says which stays here. The other one stays within reach. */
export default function ConflictDialog({ onClose, mine, theirs, keepMine, takeTheirs, keepBoth }: Props) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const choose = (way: () => Promise<void>) => async () => {
    setBusy(true)
    setError(undefined)
    try {
      await way()
      onClose()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      sticky
      size="large"
      onClose={onClose}
      title="Two texts of this chapter"
      description="It was changed in another place while you wrote here. Nothing is lost: the text that you do not choose stays among the versions of this chapter."
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            Decide later
          </Button>
          <span className="grow" />
          <Button busy={busy} onClick={choose(keepBoth)}>
            Keep mine as a new chapter
          </Button>
          <Button busy={busy} onClick={choose(takeTheirs)}>
            Take theirs
          </Button>
          <Button look="primary" busy={busy} onClick={choose(keepMine)}>
            Keep mine
          </Button>
        </>
      }
    >
      {error !== undefined && (
        <p role="alert" className="mb-3 text-bad">
          {sentenceOf(error)} Nothing was changed.
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Text title="On this screen" html={mine} other={theirs} />
        <Text title="Stored from the other place" html={theirs} other={mine} />
      </div>
    </Dialog>
  )
}

/** A text, with the paragraphs that the other one lacks marked. */
function Text({ title, html, other }: { title: string; html: string; other: string }) {
  const there = new Set(plainText(other).split('\n'))
  const lines = plainText(html).split('\n')
  const first = lines.findIndex((line) => !there.has(line))
  const from = Math.max(0, first - 1)
  return (
    <section className="min-w-0">
      <h3 className="text-lg">{title}</h3>
      <p className="text-sm text-muted tabular-nums">{countWords(html).toLocaleString()} words</p>
      <section
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard must reach it
        tabIndex={0}
        className="mt-2 max-h-72 overflow-y-auto rounded-md border border-rule bg-paper p-3 font-book"
      >
        {from > 0 && <p className="text-muted">…</p>}
        {lines.slice(from, from + 60).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and never move
          <p key={from + index} dir="auto" className={there.has(line) ? 'wrap-anywhere' : 'bg-mark wrap-anywhere'}>
            {line || '\u00A0'}
          </p>
        ))}
        {lines.length > from + 60 && <p className="text-muted">…</p>}
      </section>
    </section>
  )
}
