package dev.holdfast.testkit;

import dev.holdfast.store.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** A store whose every call goes through a test. */
interface StoreView {

  Object answer(Method call, Object[] arguments) throws Exception;

  static Store of(StoreView calls) {
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, arguments) -> {
              try {
                return calls.answer(method, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
