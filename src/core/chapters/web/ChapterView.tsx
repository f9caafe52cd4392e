import { useMemo } from 'react'
import { Button } from '#base/web/ui/Button.tsx'
import { Skeleton } from '#base/web/ui/Skeleton.tsx'
import { ErrorState } from '#base/web/ui/States.tsx'
import type { ChapterMeta } from '../contract.ts'
import { readingMinutes } from '../rules.ts'
import { counted } from './counted.ts'
import { previewLength, previewOf } from './preview.ts'
import { useChapter } from './useChapters.ts'

/** The column of the workspace in which a chapter is shown, and what stands in its place. */
export const columnClass = 'mx-auto w-full max-w-[44rem] px-5 pt-8 pb-20 sm:px-8 lg:pt-11 xl:mx-0 xl:ps-12'

type ChapterViewProps = { chapter: ChapterMeta; onWrite: () => void }

/** A chapter as the workspace shows it: its title, its numbers, and how it begins. */
export function ChapterView({ chapter, onWrite }: ChapterViewProps) {
  const { title, wordCount } = chapter
  return (
    <article className={columnClass}>
      <h1 dir="auto" className="text-2xl wrap-anywhere">
        {title}
      </h1>
      <p className="mt-2 text-muted tabular-nums">
        {counted(wordCount, 'word')} · {readingMinutes(wordCount).toLocaleString('en')} min read
      </p>
      <Button look="primary" size="medium" className="mt-5" onClick={onWrite}>
        Start Writing
      </Button>
      <Beginning chapter={chapter} />
    </article>
  )
}

function Beginning({ chapter: { id, wordCount } }: { chapter: ChapterMeta }) {
  const { data: chapter, error, refetch, isFetching } = useChapter(id)
  const content = chapter?.content
  const preview = useMemo(() => (content === undefined ? undefined : previewOf(content)), [content])
  if (!preview) {
    if (!error) return <LoadingText short={wordCount === 0} />
    return (
      <ErrorState
        className="mt-8"
        title="The text could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        Everything that was saved is kept.
      </ErrorState>
    )
  }
  if (preview.paragraphs.length === 0) {
    return (
      <div className="mt-8 text-muted">
        <p className="font-book text-lg text-ink">This chapter is empty.</p>
        <p className="mt-1">Start Writing opens it on a page of its own.</p>
      </div>
    )
  }
  const last = preview.paragraphs.length - 1
  return (
    <>
      <div className="mt-8 font-book text-lg leading-[1.7] wrap-anywhere [&>p+p]:indent-7">
        {preview.paragraphs.map((paragraph, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other name, and never move
          <p key={at} dir="auto">
            {paragraph}
            {preview.more && at === last && '…'}
          </p>
        ))}
      </div>
      {preview.more && (
        <p className="mt-5 text-sm text-muted">
          The first {previewLength} characters. Start Writing opens the whole chapter.
        </p>
      )}
    </>
  )
}

function LoadingText({ short }: { short: boolean }) {
  return (
    <div role="status" className="mt-9 space-y-4">
      <span className="sr-only">Loading the text…</span>
      {(short ? ['w-2/5'] : ['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-3/5']).map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars that never change
        <Skeleton key={at} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}
