package dev.holdfast;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.jsontype.NamedType;

/**
 * Lets a value of a sealed type say which of the permitted types it is, in a field {@code @type}
 * with the simple name: the compiler knows them all, so nothing has to be annotated.
 */
final class SealedTypes extends JacksonAnnotationIntrospector {

  private static final long serialVersionUID = 1L;

  private static final JsonTypeInfo.Value BY_NAME =
      JsonTypeInfo.Value.construct(
          JsonTypeInfo.Id.NAME, JsonTypeInfo.As.PROPERTY, "@type", null, false, null, null);

  @Override
  public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(
      MapperConfig<?> config, Annotated annotated) {
    var explicit = super.findPolymorphicTypeInfo(config, annotated);
    return explicit == null && isOurs(annotated) ? BY_NAME : explicit;
  }

  @Override
  public @Nullable List<NamedType> findSubtypes(MapperConfig<?> config, Annotated annotated) {
    var explicit = super.findSubtypes(config, annotated);
    boolean given = explicit != null && !explicit.isEmpty();
    if (given || !isOurs(annotated)) {
      return explicit;
    }
    List<NamedType> types = new ArrayList<>();
    addLeaves(annotated.getRawType(), types);
    return types;
  }

  @Override
  public @Nullable String findTypeName(MapperConfig<?> config, AnnotatedClass type) {
    var explicit = super.findTypeName(config, type);
    return explicit == null ? type.getRawType().getSimpleName() : explicit;
  }

  private static boolean isOurs(Annotated annotated) {
    var type = annotated.getRawType();
    return type != null
        && type.isSealed()
        && type.equals(annotated.getAnnotated())
        && !type.getName().startsWith("java.");
  }

  private static void addLeaves(Class<?> sealed, List<NamedType> types) {
    for (var permitted : sealed.getPermittedSubclasses()) {
      if (permitted.isSealed()) {
        addLeaves(permitted, types);
      } else {
        types.add(new NamedType(permitted, permitted.getSimpleName()));
      }
    }
  }
}
