package dev.holdfast;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the result type of a step from its lambda, once per lambda class. Exact for anything that
 * is not generic, and for method references with all their type arguments; an inline lambda that
 * returns a generic type has lost them and is refused before it runs. {@code Object} is let
 * through, because that is what a lambda that only throws or returns null looks like; {@link
 * Values} checks what comes.
 */
final class ResultTypes {

  /** A type, or why there is none. */
  private record Found(@Nullable Type type, @Nullable String problem) {}

  private static final ClassValue<FoundHolder> CACHE =
      new ClassValue<>() {
        @Override
        protected FoundHolder computeValue(Class<?> type) {
          return new FoundHolder();
        }
      };

  private static final class FoundHolder {
    volatile @Nullable Found found;
  }

  private ResultTypes() {}

  /** The result type of this function, or an error that names the ways to give it. */
  static Type of(String name, Serializable function) {
    var holder = CACHE.get(function.getClass());
    var found = holder.found;
    if (found == null) {
      found = find(function);
      holder.found = found;
    }
    if (found.type == null) {
      throw new HoldfastException(
          "The result type of '%s' cannot be known: %s. Use a method reference (this::load),"
                  .formatted(name, found.problem)
              + " or give the type: new Type<List<Order>>() {}.");
    }
    return found.type;
  }

  private static Found find(Serializable function) {
    var type = function.getClass();
    var resolved = type.isHidden() ? ofLambda(function) : ofClass(type);
    return judge(resolved);
  }

  private static @Nullable Type ofClass(Class<?> type) {
    for (var current : Arrays.asList(type.getGenericInterfaces())) {
      if (current instanceof ParameterizedType p && p.getActualTypeArguments().length == 1) {
        return p.getActualTypeArguments()[0];
      }
    }
    return null;
  }

  private static @Nullable Type ofLambda(Serializable function) {
    var lambda = serializedForm(function);
    if (lambda == null) {
      return null;
    }
    var loader = function.getClass().getClassLoader();
    var instantiated =
        MethodType.fromMethodDescriptorString(lambda.getInstantiatedMethodType(), loader);
    Class<?> raw = instantiated.returnType();
    if (lambda.getImplMethodName().equals("<init>")) {
      return raw;
    }
    var generic = genericReturn(lambda, loader);
    return generic != null && fits(generic, raw) ? generic : raw;
  }

  private static @Nullable Type genericReturn(SerializedLambda lambda, ClassLoader loader) {
    try {
      var owner = Class.forName(lambda.getImplClass().replace('/', '.'), false, loader);
      var signature =
          MethodType.fromMethodDescriptorString(lambda.getImplMethodSignature(), loader);
      for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
        for (Method method : c.getDeclaredMethods()) {
          if (method.getName().equals(lambda.getImplMethodName())
              && Arrays.equals(method.getParameterTypes(), signature.parameterArray())
              && method.getReturnType() == signature.returnType()) {
            return method.getGenericReturnType();
          }
        }
      }
      return null;
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  /** The lambda's own description, taken on its way into a stream that keeps nothing. */
  private static @Nullable SerializedLambda serializedForm(Serializable function) {
    var catcher = new Object[1];
    try (var stream =
        new ObjectOutputStream(OutputStream.nullOutputStream()) {
          {
            enableReplaceObject(true);
          }

          @Override
          protected @Nullable Object replaceObject(Object object) {
            if (object instanceof SerializedLambda) {
              catcher[0] = object;
              return null;
            }
            return object;
          }
        }) {
      stream.writeObject(function);
    } catch (IOException e) {
      return null;
    }
    return (SerializedLambda) catcher[0];
  }

  private static boolean fits(Type generic, Class<?> raw) {
    return raw.equals(rawOf(generic)) && !hasFreeVariable(generic);
  }

  private static @Nullable Class<?> rawOf(Type type) {
    return switch (type) {
      case Class<?> c -> c;
      case ParameterizedType p -> (Class<?>) p.getRawType();
      default -> null;
    };
  }

  private static boolean hasFreeVariable(Type type) {
    return switch (type) {
      case TypeVariable<?> v -> true;
      case WildcardType w ->
          Arrays.stream(w.getUpperBounds()).anyMatch(ResultTypes::hasFreeVariable);
      case GenericArrayType a -> hasFreeVariable(a.getGenericComponentType());
      case ParameterizedType p ->
          Arrays.stream(p.getActualTypeArguments()).anyMatch(ResultTypes::hasFreeVariable);
      default -> false;
    };
  }

  private static Found judge(@Nullable Type type) {
    if (type == null || hasFreeVariable(type)) {
      return new Found(null, "it is not written anywhere that survives compilation");
    }
    if (type instanceof Class<?> c) {
      if (c.getTypeParameters().length > 0) {
        return new Found(
            null, "a lambda that returns " + c.getSimpleName() + " does not say of what");
      }
      if (Objects.equals(c, Record.class)) {
        return new Found(null, "it is only known to be some record");
      }
    }
    return new Found(type, null);
  }
}
