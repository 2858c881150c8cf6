const { nonce } = document.currentScript;

Redoc.init(
  '/openapi.json',
  {
    nonce,
    // The search builds a worker from a blob, which the policy of the page refuses.
    disableSearch: true,
    hideDownloadButton: true,
    nativeScrollbars: true,
    requiredPropsFirst: true,
    scrollYOffset: 'body > header',
    sortTagsAlphabetically: false,
    theme: {
      colors: { primary: { main: '#1d5fa8' } },
      rightPanel: { width: '44%' },
      sidebar: { width: '280px' },
      typography: {
        fontFamily: 'system-ui, sans-serif',
        headings: { fontFamily: 'system-ui, sans-serif' },
        code: { fontFamily: 'ui-monospace, monospace', color: '#a3223a', wrap: true },
      },
    },
  },
  document.getElementById('reference'),
);
