/** Rooms of the house that are not open yet: their paths, names, and what will be in them. */
export const later: { path: string; name: string; what: string }[] = [
  { path: '/landing-preview', name: 'Preview of the front page', what: 'A preview of the page that visitors see.' },
  { path: '/plot-outliner/:projectId', name: 'Plot outline', what: 'The outline of your novel, chapter by chapter.' },
  {
    path: '/writing-statistics/:projectId',
    name: 'Writing statistics',
    what: 'How much you write, and how far the novel has come.',
  },
  {
    path: '/character-storyboard/:projectId',
    name: 'Character storyboard',
    what: 'The people of your novel, and what becomes of them.',
  },
  {
    path: '/agent-finder/:projectId',
    name: 'Agent finder',
    what: 'Literary agents, editors and publishers for your novel.',
  },
  { path: '/audiobook-generator/:projectId', name: 'Audiobook generator', what: 'Your novel, read aloud.' },
  { path: '/subscription', name: 'Subscription', what: 'The plans, and the one that you have.' },
  { path: '/premium-upgrade', name: 'Upgrade', what: 'What the larger plans offer.' },
  {
    path: '/paypal-debug',
    name: 'Payment check',
    what: "A check of the payment provider's connection, for the operator.",
  },
  { path: '/admin', name: 'Admin', what: 'The operator’s view of accounts and tickets.' },
  { path: '/documentation', name: 'Documentation', what: 'How everything here works.' },
  { path: '/support', name: 'Support', what: 'Questions, and the answers to them.' },
  { path: '/import', name: 'Restore Your Stories', what: 'Stories brought in from files.' },
  { path: '/system-status', name: 'System status', what: 'How the server is doing.' },
]
