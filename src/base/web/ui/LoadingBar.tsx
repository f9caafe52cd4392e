import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { hideAfter, loadingText, nextPercent, stepEvery } from './loading-bar.ts'

/**
 * The line along the top of the window while requests are in flight. Its text comes into sight only where they take
 * long, so that it does not flicker at every click.
 */
export function LoadingBar() {
  const loads = useIsFetching()
  const saves = useIsMutating()
  const pending = loads + saves > 0
  const [percent, setPercent] = useState<number>()
  const [text, setText] = useState('')

  useEffect(() => {
    if (pending) {
      setPercent(0)
      const steps = setInterval(() => setPercent((now = 0) => nextPercent(now, Math.random())), stepEvery)
      return () => clearInterval(steps)
    }
    setPercent((now) => (now === undefined ? now : 100))
    const hide = setTimeout(() => setPercent(undefined), hideAfter)
    return () => clearTimeout(hide)
  }, [pending])

  // While the bar fills up and goes, the last text stays.
  useEffect(() => {
    if (pending) setText(loadingText(loads, saves))
  }, [pending, loads, saves])

  if (percent === undefined) return null
  return (
    <div
      role="progressbar"
      aria-label={text || 'Loading'}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      className="pointer-events-none fixed inset-x-0 top-0 z-50"
    >
      <div className="h-[2px] bg-accent transition-[width] duration-150" style={{ width: `${percent}%` }} />
      <span className="absolute top-1 left-1/2 -translate-x-1/2 animate-late rounded-sm bg-raised px-2 text-xs whitespace-nowrap text-muted shadow-low">
        {text}
      </span>
    </div>
  )
}
