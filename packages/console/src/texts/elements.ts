export const elementTexts = {
  working: 'Working…',
  more: 'Show more',
  copy: 'Copy',
  copied: 'Copied',
  copyOutcomes: {
    copied: 'Copied to the clipboard.',
    failed: 'The browser did not copy it. Select the text and copy it yourself.',
  },
  shownOnce: 'Copy this now. It is shown once, and cannot be shown again after you close this.',
};
