/** A page with every kind of fault that the checks of a page find. Its pale date is pale in the light theme alone. */
export const plantedPage = `<html lang="en" data-theme="dark"><title>x</title>
  <style>@media (prefers-color-scheme: light) { time { color: #eee } }</style>
  <main><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><p style="color:#eee">pale</p><time>2 May 2026</time>
  <p style="width:40px;overflow:hidden;white-space:nowrap">1,234,567.89 USDT</p>
  <p style="width:40px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">A very long name</p>
  <button style="width:60px;height:20px">small</button><a href="#a">in a sentence</a>
  <button style="width:60px;height:24px" data-dense>dense</button><button style="width:60px;height:20px" data-dense>denser</button>
  <button style="position:absolute;top:700px;left:0;width:80px;height:44px">one</button>
  <button style="position:absolute;top:700px;left:70px;width:80px;height:44px">other</button>
  <div style="height:20px;line-height:20px">title</div><div style="margin-top:-10px;line-height:20px">action</div>
  <button style="width:44px;height:44px"><svg width="20" height="20"></svg></button><b style="margin-left:-40px">mark</b>
  <p style="width:30px">a log-in</p><p style="width:30px">an e-&#8288;mail</p>
  <p style="width:600px">wide</p><input value="97,405.20" style="width:20px"><p>余额</p></main>
  <script>
    const device = matchMedia('(prefers-color-scheme: light)');
    device.addEventListener('change', () => (document.documentElement.dataset.theme = device.matches ? 'light' : 'dark'));
    console.error('noted');
    setTimeout(() => { throw new Error('on purpose'); });
  </script></html>`;

/** A page with a button that doesn't show its focus, one that is covered, and one whose dialog has every kind of fault that only dialogs have. */
export const plantedDialog = `<html lang="en"><title>x</title><style>.plain:focus { outline: none }</style>
  <main id="root"><button class="plain">unseen</button> <button>seen</button>
  <div style="position:relative"><button>covered</button><div style="position:absolute;inset:0">cover</div></div>
  <button aria-haspopup="dialog" id="opener">open</button></main>
  <footer style="position:fixed;bottom:0;height:40px">strip</footer>
  <script>
    document.getElementById('opener').addEventListener('click', () => {
      document.body.insertAdjacentHTML('beforeend', '<div role="dialog" aria-label="planted" style="position:fixed;bottom:0">' +
        '<h2>Planted</h2><button>in</button></div>');
    });
  </script></html>`;

/** A page of the console that scrolls sideways, with controls out of reach. */
export const plantedConsole = `<html lang="en"><title>x</title><body style="margin:0">
  <main><p style="width:600px">wide</p><button style="width:60px;height:20px">small</button><a href="#a">in a sentence</a>
  <button style="position:absolute;left:360px;width:60px;height:44px">cut</button>
  <div data-scrolls style="width:100px;overflow:auto"><button style="width:200px;height:20px">in a table</button></div></main></body></html>`;
