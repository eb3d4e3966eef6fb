// Before anything is painted, so that nobody who chose dark sees a white flash.
try {
  const asked = new URLSearchParams(location.search).get('theme') || localStorage.getItem('theme');
  if (asked === 'light' || asked === 'dark') document.documentElement.dataset.theme = asked;
} catch (e) {
  // Without storage the system decides.
}
